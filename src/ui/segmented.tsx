import './segmented.css';
import type { ReactNode } from 'react';

/** A group of buttons, one of them pressed, that filters the content below. */
export function Segmented<T extends string>(props: {
  label: string;
  value: T;
  options: readonly { value: T; label: ReactNode }[];
  onChange(value: T): void;
}) {
  return (
    <fieldset className="segmented">
      <legend className="sr">{props.label}</legend>
      {props.options.map((option) => (
        <button
          type="button"
          className="segment"
          key={option.value}
          aria-pressed={option.value === props.value}
          onClick={() => props.onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
