import './option-group.css';
import { Children, type ReactNode, useId } from 'react';

/** A group of options below its name. */
export function OptionGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="facet">
      <legend>{legend}</legend>
      <div className="facet-options">{children}</div>
    </fieldset>
  );
}

/** Options of a group below a heading of their own. A fieldset in a fieldset would be announced with both legends. */
export function OptionSubgroup({ name, children }: { name: string; children: ReactNode[] }) {
  const id = useId();
  return (
    <div>
      <p className="facet-subgroup" id={id}>
        {name}
      </p>
      <ul aria-labelledby={id}>
        {Children.map(children, (option) => (
          <li>{option}</li>
        ))}
      </ul>
    </div>
  );
}

interface OptionProps {
  label: string;
  /** A number beside the label, and how a screen reader says it. */
  count?: { text: string; spoken: string } | undefined;
  checked: boolean;
  /** Cannot be chosen. */
  empty: boolean;
  onChange(): void;
  /** The name of a group of radio buttons; without it the option is a checkbox. */
  name?: string;
}

/** A checkbox or radio button. An empty checkbox keeps the focus, because its tick may just have been removed. */
export function Option({ label, count, checked, empty, onChange, name }: OptionProps) {
  const kind = name ? ({ type: 'radio', name, disabled: empty } as const) : ({ type: 'checkbox' } as const);
  return (
    <label className="facet-option" data-empty={empty || undefined}>
      <input
        {...kind}
        checked={checked}
        aria-disabled={(empty && !name) || undefined}
        onChange={() => !empty && onChange()}
      />
      <span>{label}</span>
      {count && (
        <>
          <small className="num" aria-hidden>
            {count.text}
          </small>
          <span className="sr"> {count.spoken}</span>
        </>
      )}
    </label>
  );
}
