import { type KeyboardEvent, useState } from 'react';
import { readPrice } from '#platform/contract/typed-input.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { TextField } from '#ui/text-field.tsx';
import { Facet } from './facet.tsx';
import type { Quest } from './quest.ts';

/** From and to, each applied by Enter or when the field is left. Bangla digits are fine; 0 and nothing mean no bound. */
export function PriceFacet({ quest, onChange }: { quest: Quest; onChange(next: Quest): void }) {
  const { t } = useTranslator();
  const { min, max } = quest;
  function apply(change: Pick<Partial<Quest>, 'min' | 'max'>) {
    const next = { min, max, ...change };
    const crossed = next.min !== undefined && next.max !== undefined && next.min > next.max;
    onChange({ ...quest, ...(crossed ? { min: next.max, max: next.min } : next) });
  }
  return (
    <Facet legend={t('products.price')}>
      <div className="facet-prices">
        <Bound label={t('filter.from')} value={min} onApply={(price) => apply({ min: price })} />
        <Bound label={t('filter.to')} value={max} onApply={(price) => apply({ max: price })} />
      </div>
    </Facet>
  );
}

function Bound(props: { label: string; value: number | undefined; onApply(value: number | undefined): void }) {
  const { translate, number } = useTranslator();
  const { label, value, onApply } = props;
  const written = value === undefined ? '' : number(value);
  const [typed, setTyped] = useState({ text: written, of: value });
  const [wrong, setWrong] = useState<string>();
  // Another one came from elsewhere: from Back, from a chip.
  if (typed.of !== value) {
    setTyped({ text: written, of: value });
    setWrong(undefined);
  }
  function apply() {
    const none = /^[\s0০]*$/.test(typed.text);
    const { tk, fault } = none ? {} : readPrice(typed.text);
    setWrong(fault && translate(fault));
    if (fault) return;
    if (tk === value) setTyped({ text: written, of: value });
    else onApply(tk);
  }
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="done"
      className="num"
      value={typed.text}
      error={wrong}
      onChange={(event) => setTyped({ text: event.target.value, of: value })}
      onBlur={apply}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        apply();
      }}
    />
  );
}
