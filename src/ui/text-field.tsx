import type { ComponentProps } from 'react';
import { Field, type FieldFrame } from './field.tsx';

type TextFieldProps = FieldFrame & Omit<ComponentProps<'input'>, 'aria-describedby' | 'aria-invalid'>;

/** A single-line field: text, email, tel, number, url. */
export function TextField({ label, hint, error, locked, note, className, id, disabled, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, locked, note, className, id }}>
      {(wiring) => (
        <input type="text" {...input} {...wiring} className="input" disabled={disabled || Boolean(locked)} />
      )}
    </Field>
  );
}

/** An amount of money with its currency. It accepts Bangla digits, so it is not `type=number`. */
export function MoneyField(props: TextFieldProps & { prefix: string }) {
  const { label, hint, error, locked, note, id, prefix, ...input } = props;
  return (
    <Field {...{ label, hint, error, locked, note, id }}>
      {(wiring) => (
        <span className="input-shell">
          <span className="input-prefix" aria-hidden>
            {prefix}
          </span>
          <input
            type="text"
            inputMode="decimal"
            {...input}
            {...wiring}
            className="input num"
            disabled={Boolean(locked)}
          />
        </span>
      )}
    </Field>
  );
}
