import { useState } from 'react';
import type { Category } from '#modules/catalogue/contract.ts';
import { QUALITIES } from '#modules/catalogue/rules.ts';
import { readPrice } from '#platform/contract/typed-input.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { OptionGroup } from '#ui/option-group.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { SearchSummary } from '../contract.ts';
import type { Filter } from '../filters.rules.ts';
import { YEARS } from '../filters.rules.ts';
import { AreaFilter } from './area-filter.tsx';
import { Choices } from './filter-choices.tsx';
import { useFilterLabels } from './filter-labels.ts';
import { inOrder, type SearchParams, toggled } from './search-params.ts';

const FIRST_CATEGORIES_COUNT = 5;

const FLAGS = ['verified', 'free'] as const;

export interface FilterFieldsProps {
  params: SearchParams;
  /** Undefined before the first one, and after a failure. */
  summary: SearchSummary | undefined;
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
  const { t } = useTranslator();
  const labelOf = useFilterLabels(params, categories, summary);
  const change = (part: Partial<SearchParams>) => onChange({ ...params, ...part });
  /** An option that the summary does not name has no products. */
  const optionsOf = <T extends string | number>(
    filter: Filter,
    values: readonly T[],
    counts: SearchSummary['years'] = [],
  ) =>
    values.map((value) => ({
      value,
      label: labelOf({ filter, value: String(value) }),
      count: summary && (counts.find((one) => one.value === String(value)) ?? { count: 0, more: false }),
    }));
  const ids = categories.map(({ _id }) => _id);
  const counted = summary?.categories.map(({ _id, ...count }) => ({ value: _id, ...count }));
  // The first counts decide the order, so that no option moves under a finger.
  const [first, setFirst] = useState(summary);
  if (!first && summary) setFirst(summary);
  const rankOf = (id: string) => first?.categories.find(({ _id }) => _id === id)?.count ?? 0;
  const byCount = optionsOf('category', ids, counted).toSorted((one, other) => rankOf(other.value) - rankOf(one.value));
  return (
    <>
      {ids.length > 0 && (
        <Choices
          single
          legend={t('filter.category')}
          chosen={[params.category]}
          onChoose={(category) => change({ category })}
          options={[{ value: undefined, label: t('filter.allCategories') }, ...byCount]}
          fold={{
            first: FIRST_CATEGORIES_COUNT + 1,
            more: (n) => t(n === 1 ? 'filter.moreCategoriesOne' : 'filter.moreCategories', { n }),
            fewer: t('filter.fewerCategories'),
          }}
        />
      )}
      <PriceFilter {...{ params, onChange, isLive }} />
      <AreaFilter {...{ params, summary, waiting, onChange }} />
      <Choices
        legend={t('products.condition')}
        chosen={params.condition}
        onChoose={(quality) => {
          const condition = toggled(params.condition, quality);
          change({ condition: QUALITIES.filter((one) => condition.includes(one)) });
        }}
        options={optionsOf('condition', QUALITIES, summary?.conditions)}
      />
      <Choices
        single
        legend={t('products.years')}
        chosen={[params.years]}
        onChoose={(years) => change({ years })}
        options={[{ value: undefined, label: t('filter.anyYears') }, ...optionsOf('years', YEARS, summary?.years)]}
      />
      <Choices
        legend={t('filter.only')}
        chosen={FLAGS.filter((flag) => params[flag])}
        onChoose={(flag) => change({ [flag]: !params[flag] })}
        options={FLAGS.map((value) => ({ value, label: labelOf({ filter: value }), count: summary?.[value] }))}
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
