import type { Ref } from 'react';
import { CODE_CHARS } from '../rules.ts';
import { typedCode } from './typed-code.ts';

const PLACES = Array.from({ length: CODE_CHARS }, (_, place) => place);

/** Six boxes under one input, whose digits are as far apart as the boxes. */
export function CodeBoxes(props: {
  ref: Ref<HTMLInputElement>;
  label: string;
  code: string;
  /** The id of the error. */
  error: string | undefined;
  locked: boolean;
  onCode(digits: string): void;
}) {
  const { ref, label, code, error, locked, onCode } = props;
  return (
    <div className="code-field">
      <label className="field-label" htmlFor="handover-code">
        {label}
      </label>
      <div className="code-boxes" data-wrong={error ? true : undefined} data-locked={locked || undefined}>
        {PLACES.map((place) => (
          <span key={place} data-current={place === Math.min(code.length, CODE_CHARS - 1) || undefined} />
        ))}
        <input
          ref={ref}
          id="handover-code"
          name="code"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={code}
          disabled={locked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error}
          onChange={(event) => onCode(typedCode(event.target.value))}
        />
      </div>
    </div>
  );
}
