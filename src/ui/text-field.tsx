import type { ComponentProps } from 'react';
import { Field, type FieldFrame } from './field.tsx';

type TextFieldProps = FieldFrame & Omit<ComponentProps<'input'>, 'aria-describedby' | 'aria-invalid'>;

/** A single-line field: text, email, tel, number, url. `prefix` is in the field, before the text. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, locked, note, className, id, prefix, disabled, ...input } = props;
  return (
    <Field {...{ label, hint, error, locked, note, className, id }}>
      {(wiring) => {
        const control = { type: 'text', ...input, ...wiring, disabled: disabled || Boolean(locked) };
        if (!prefix) return <input {...control} className="input" />;
        return (
          <span className="input-shell">
            <span className="input-prefix" aria-hidden>
              {prefix}
            </span>
            <input {...control} className="input num" />
          </span>
        );
      }}
    </Field>
  );
}

/** An amount of money with its currency. It accepts Bangla digits, so it is not `type=number`. */
export function MoneyField(props: TextFieldProps & { prefix: string }) {
  return <TextField inputMode="decimal" {...props} />;
}
