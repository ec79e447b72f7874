import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field, type FieldFrame } from './field.tsx';

type SelectFieldProps = Omit<FieldFrame, 'locked'> &
  Omit<ComponentProps<'select'>, 'aria-describedby' | 'aria-invalid' | 'children'> & {
    options: readonly { value: string; label: string }[];
    /** The first, empty option: "Choose a category". */
    prompt?: string;
  };

/** A native select: it suits phones best and works without JavaScript. */
export function SelectField({ label, hint, error, note, id, options, prompt, ...input }: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, note, id }}>
      {(wiring) => (
        <span className="input-shell">
          <select {...input} {...wiring} className="input">
            {prompt !== undefined && <option value="">{prompt}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden />
        </span>
      )}
    </Field>
  );
}
