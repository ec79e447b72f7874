import { type ReactNode, useId, useState } from 'react';
import type { Category } from '#modules/catalogue/contract.ts';
import { QUALITIES } from '#modules/catalogue/rules.ts';
import { readPrice } from '#platform/contract/typed-input.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Option, OptionGroup } from '#ui/option-group.tsx';
import { Skeleton, upTo } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { YEARS } from '../rules.ts';
import { areaLabel, sayItems, yearsLabel } from './filter-labels.ts';
import { sayCount } from './say-count.ts';
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

interface ChoicesProps<T> {
  legend: string;
  /** Whether only one option can be chosen. */
  single?: boolean;
  /** The value undefined stands for no filter. */
  options: readonly { value: T; label: string; count?: Count | undefined }[];
  chosen: readonly T[];
  onChoose(value: T): void;
}

/** A group of options with their counts. "At least 0" is unknown: the option shows no number and can be chosen. */
function Choices<T extends string | number | undefined>(
  props: ChoicesProps<T> & { before?: ReactNode; after?: ReactNode },
) {
  const translator = useTranslator();
  const name = useId();
  return (
    <OptionGroup legend={props.legend}>
      {props.before}
      {props.options.map(({ value, label, count }) => {
        const isUnknown = !count || (count.count === 0 && count.more);
        const checked = props.chosen.includes(value);
        return (
          <Option
            key={value ?? ''}
            {...(props.single ? { name } : {})}
            label={label}
            checked={checked}
            empty={!isUnknown && count.count === 0 && !checked}
            count={isUnknown ? undefined : { text: sayCount(translator, count), spoken: sayItems(translator, count) }}
            onChange={() => props.onChoose(value)}
          />
        );
      })}
      {props.after}
    </OptionGroup>
  );
}

const FIRST_AREAS_COUNT = 4;

/** The areas come with the summary. The first ones are shown, and those that are set. */
function AreaFilter({ params, summary, waiting, onChange }: Omit<FilterFieldsProps, 'categories'>) {
  const { t } = useTranslator();
  const [isOpen, setOpen] = useState(false);
  const known = summary?.areas ?? [];
  const missing = params.area.filter((area) => known.every(({ value }) => value !== area));
  const areas = [...missing.map((value) => ({ value, count: 0, more: false })), ...known];
  const isWaiting = waiting && params.area.length === 0;
  if (areas.length === 0 && !isWaiting) return null;
  const shown = areas.filter(({ value }, at) => isOpen || at < FIRST_AREAS_COUNT || params.area.includes(value));
  const n = areas.length - shown.length;
  return (
    <Choices
      legend={t('products.area')}
      chosen={params.area}
      onChoose={(area) => onChange({ ...params, area: toggled(params.area, area) })}
      options={shown.map(({ value, ...count }) => ({
        value,
        label: areaLabel(value, summary),
        count: summary && count,
      }))}
      before={
        isWaiting && (
          <span className="facet-waiting" aria-hidden>
            {upTo(FIRST_AREAS_COUNT).map((number) => (
              <Skeleton key={number} width="70%" />
            ))}
          </span>
        )
      }
      after={
        (isOpen ? areas.length > FIRST_AREAS_COUNT : n > 0) && (
          <button type="button" className="facet-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('filter.fewerAreas') : t(n === 1 ? 'filter.moreAreasOne' : 'filter.moreAreas', { n })}
          </button>
        )
      }
    />
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
