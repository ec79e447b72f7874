import { type ChangeEvent, type ComponentProps, useState } from 'react';
import { Field, type FieldFrame } from './field.tsx';

type TextAreaFieldProps = Omit<FieldFrame, 'locked'> &
  Omit<ComponentProps<'textarea'>, 'aria-describedby' | 'aria-invalid'> & {
    /** Returns the line under the field for a text length (`120 / 500`). */
    counter?: (length: number) => string;
    /** Above this length the counter turns red. The field itself cuts nothing off. */
    limit?: number;
  };

/** A field of several lines, with an optional counter of its characters. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, error, note, id, counter, limit, onChange, ...input } = props;
  const [length, setLength] = useState(String(input.value ?? input.defaultValue ?? '').length);
  function change(event: ChangeEvent<HTMLTextAreaElement>) {
    setLength(event.target.value.length);
    onChange?.(event);
  }
  return (
    <Field {...{ label, hint, error, note, id }}>
      {(wiring) => (
        <>
          <textarea {...input} {...wiring} className="input" onChange={change} />
          {counter && (
            <span className="field-count num" data-over={(limit !== undefined && length > limit) || undefined}>
              {counter(length)}
            </span>
          )}
        </>
      )}
    </Field>
  );
}
