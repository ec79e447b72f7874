import './facet.css';
import { type ReactNode, useId } from 'react';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import type { Count } from './use-summary.ts';

/** One kind of filter, with its options below its name. */
export function Facet({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="facet">
      <legend>{legend}</legend>
      <div className="facet-options">{children}</div>
    </fieldset>
  );
}

/** How many things that is. */
export function sayItems(words: Translator, count: Count): string {
  if (count.count === 1 && !count.more) return words.t('offers.countOne');
  return words.t('offers.count', { n: sayCount(words, count) });
}

/** A count as people read it: what was counted to its bound says that there are more. */
export function sayCount({ t, number }: Translator, { count, more }: Count): string {
  return more ? t('filter.atLeast', { n: count }) : number(count);
}

interface OptionProps {
  label: string;
  /** Not known before the first summary. */
  count: Count | undefined;
  checked: boolean;
  onChange(): void;
}

/**
 * An option to tick. One that would give nothing cannot be ticked, but keeps the focus: who has just taken its tick
 * away stands on it.
 */
export function CheckOption({ label, count, checked, onChange }: OptionProps) {
  const empty = count?.count === 0 && !checked;
  return (
    <label className="facet-option" data-empty={empty || undefined}>
      <input
        type="checkbox"
        checked={checked}
        aria-disabled={empty || undefined}
        onChange={() => !empty && onChange()}
      />
      <OptionText label={label} count={count} />
    </label>
  );
}

/** One of several that exclude each other. */
function RadioOption({ label, count, checked, onChange, name }: OptionProps & { name: string }) {
  const empty = count?.count === 0 && !checked;
  return (
    <label className="facet-option" data-empty={empty || undefined}>
      <input type="radio" name={name} checked={checked} disabled={empty} onChange={onChange} />
      <OptionText label={label} count={count} />
    </label>
  );
}

function OptionText({ label, count }: Pick<OptionProps, 'label' | 'count'>) {
  const words = useTranslator();
  return (
    <>
      <span>{label}</span>
      {count && (
        <>
          <small className="num" aria-hidden>
            {sayCount(words, count)}
          </small>
          <span className="sr"> {sayItems(words, count)}</span>
        </>
      )}
    </>
  );
}

interface Choice {
  /** Undefined: whichever. */
  value: string | undefined;
  label: string;
  count?: Count | undefined;
}

/** A facet of which one option holds at a time. */
export function ChoiceFacet(props: {
  legend: string;
  choices: readonly Choice[];
  chosen: string | undefined;
  onChoose(value: string | undefined): void;
}) {
  const name = useId();
  return (
    <Facet legend={props.legend}>
      {props.choices.map(({ value, label, count }) => (
        <RadioOption
          key={value ?? ''}
          name={name}
          label={label}
          count={count}
          checked={value === props.chosen}
          onChange={() => props.onChoose(value)}
        />
      ))}
    </Facet>
  );
}
