import { useState } from 'react';
import { readPrice } from '#platform/contract/typed-input.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { OptionGroup } from '#ui/option-group.tsx';
import { TextField } from '#ui/text-field.tsx';
import { inOrder, type SearchParams } from './search-params.ts';

/** Fields for the lowest and the highest price. Each applies on Enter, and when it loses the focus. */
export function PriceFilter({ params, onChange }: { params: SearchParams; onChange(next: SearchParams): void }) {
  const { t } = useTranslator();
  const { min, max } = params;
  return (
    <OptionGroup legend={t('products.price')}>
      <div className="facet-prices">
        <Bound label={t('filter.from')} value={min} onApply={(tk) => onChange({ ...params, ...inOrder(tk, max) })} />
        <Bound label={t('filter.to')} value={max} onApply={(tk) => onChange({ ...params, ...inOrder(min, tk) })} />
      </div>
    </OptionGroup>
  );
}

function Bound(props: { label: string; value: number | undefined; onApply(value: number | undefined): void }) {
  const { translate, number } = useTranslator();
  const { label, value, onApply } = props;
  const written = value === undefined ? '' : number(value);
  const [typed, setTyped] = useState({ text: written, of: value });
  const [fault, setFault] = useState<string>();
  // The value was changed elsewhere: by Back, or by removing the filter.
  if (typed.of !== value) {
    setTyped({ text: written, of: value });
    setFault(undefined);
  }
  function apply() {
    // Empty and 0 mean no bound.
    const none = /^[\s0০]*$/.test(typed.text);
    const { tk, fault } = none ? {} : readPrice(typed.text);
    setFault(fault && translate(fault));
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
      error={fault}
      onChange={(event) => setTyped({ text: event.target.value, of: value })}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        apply();
      }}
    />
  );
}
