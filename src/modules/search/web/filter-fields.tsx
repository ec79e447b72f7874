import { useState } from 'react';
import type { Category } from '#modules/catalogue/contract.ts';
import { QUALITIES } from '#modules/catalogue/rules.ts';
import { readPrice } from '#platform/contract/typed-input.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { OptionGroup } from '#ui/option-group.tsx';
import { TextField } from '#ui/text-field.tsx';
import { YEARS } from '../rules.ts';
import { AreaFilter } from './area-filter.tsx';
import { Choices } from './filter-choices.tsx';
import { yearsLabel } from './filter-labels.ts';
import { inOrder, type SearchParams, toggled } from './search-params.ts';
import type { Count, Summary } from './use-search.ts';

export interface FilterFieldsProps {
  params: SearchParams;
  /** Undefined before the first one, and after a failure. */
  summary: Summary | undefined;
  /** The first summary is loading. */
  waiting: boolean;
  /** Empty on a category's page. */
  categories: readonly Category[];
  onChange(next: SearchParams): void;
  /** Whether a price applies while it is typed. Otherwise it applies on Enter, and when its field loses the focus. */
  isLive?: boolean;
}

/** All filters, each option with its number of products. */
export function FilterFields({ params, summary, waiting, categories, onChange, isLive = false }: FilterFieldsProps) {
  const { t, language } = useTranslator();
  const change = (part: Partial<SearchParams>) => onChange({ ...params, ...part });
  /** An option that the summary does not name has no products. */
  const countOf = (found: Count | undefined) => summary && (found ?? { count: 0, more: false });
  const hasValue = (value: string) => (option: { value: string }) => option.value === value;
  return (
    <>
      {categories.length > 0 && (
        <Choices
          single
          legend={t('filter.category')}
          chosen={[params.category]}
          onChoose={(category) => change({ category })}
          options={[
            { value: undefined, label: t('filter.allCategories') },
            ...categories.map(({ _id, names }) => ({
              value: _id,
              label: names[language],
              count: countOf(summary?.categories.find((one) => one._id === _id)),
            })),
          ]}
        />
      )}
      <Choices
        legend={t('products.condition')}
        chosen={params.condition}
        onChoose={(quality) => {
          const condition = toggled(params.condition, quality);
          change({ condition: QUALITIES.filter((one) => condition.includes(one)) });
        }}
        options={QUALITIES.map((value) => ({
          value,
          label: t(`quality.${value}`),
          count: countOf(summary?.conditions.find(hasValue(value))),
        }))}
      />
      <PriceFilter {...{ params, onChange, isLive }} />
      <AreaFilter {...{ params, summary, waiting, onChange }} />
      <Choices
        single
        legend={t('products.years')}
        chosen={[params.years]}
        onChoose={(years) => change({ years })}
        options={[
          { value: undefined, label: t('filter.anyYears') },
          ...YEARS.map((value) => ({
            value,
            label: t(yearsLabel(value)),
            count: countOf(summary?.years.find(hasValue(String(value)))),
          })),
        ]}
      />
      <Choices
        legend={t('filter.only')}
        chosen={(['verified', 'free'] as const).filter((flag) => params[flag])}
        onChoose={(flag) => change({ [flag]: !params[flag] })}
        options={[
          { value: 'verified' as const, label: t('products.verifiedOnly'), count: summary?.verified },
          { value: 'free' as const, label: t('filter.hideBooked'), count: summary?.free },
        ]}
      />
    </>
  );
}

/** Fields for the lowest and the highest price. While they are typed, the lowest may be above the highest. */
function PriceFilter({ params, onChange, isLive }: Pick<FilterFieldsProps, 'params' | 'onChange' | 'isLive'>) {
  const { t } = useTranslator();
  const { min, max } = params;
  const apply = (next: { min: typeof min; max: typeof max }) =>
    onChange({ ...params, ...(isLive ? next : inOrder(next.min, next.max)) });
  return (
    <OptionGroup legend={t('products.price')}>
      <div className="facet-prices">
        <Bound label={t('filter.from')} value={min} isLive={isLive} onApply={(tk) => apply({ min: tk, max })} />
        <Bound label={t('filter.to')} value={max} isLive={isLive} onApply={(tk) => apply({ min, max: tk })} />
      </div>
    </OptionGroup>
  );
}

interface BoundProps {
  label: string;
  value: number | undefined;
  isLive: boolean | undefined;
  onApply(value: number | undefined): void;
}

function Bound(props: BoundProps) {
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
  function type(text: string) {
    const { tk, fault } = readBound(text);
    const isApplied = props.isLive && !fault;
    setTyped({ text, of: isApplied ? tk : value });
    if (isApplied && tk !== value) onApply(tk);
  }
  function apply() {
    const { tk, fault } = readBound(typed.text);
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
      onChange={(event) => type(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        apply();
      }}
    />
  );
}

/** Reads a typed price. Empty and 0 mean no bound. */
function readBound(text: string): ReturnType<typeof readPrice> | { tk?: undefined; fault?: undefined } {
  return /^[\s0০]*$/.test(text) ? {} : readPrice(text);
}
