import { useId, useState } from 'react';
import type { Category } from '#modules/catalogue/contract.ts';
import { QUALITIES } from '#modules/catalogue/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Option, OptionGroup } from '#ui/option-group.tsx';
import { Skeleton, upTo } from '#ui/skeleton.tsx';
import { YEARS } from '../rules.ts';
import { areaLabel, sayCount, sayItems, yearsLabel } from './filter-labels.ts';
import { PriceFilter } from './price-filter.tsx';
import { type SearchParams, toggled } from './search-params.ts';
import type { Count, Summary } from './use-summary.ts';

export interface FilterFieldsProps {
  params: SearchParams;
  /** Undefined before the first one, and after a failure. */
  summary: Summary | undefined;
  /** The first summary is loading. */
  waiting: boolean;
  /** Empty on a category's page. */
  categories: readonly Category[];
  onChange(next: SearchParams): void;
}

/** All filters, each option with its number of products. */
export function FilterFields({ params, summary, waiting, categories, onChange }: FilterFieldsProps) {
  const { t, language } = useTranslator();
  const change = (part: Partial<SearchParams>) => onChange({ ...params, ...part });
  /** An option that the summary does not name has no products. */
  const countOf = (found: Count | undefined) => summary && (found ?? { count: 0, more: false });
  const hasValue = (value: string) => (option: { value: string }) => option.value === value;
  return (
    <>
      {categories.length > 0 && (
        <RadioGroup
          legend={t('filter.category')}
          chosen={params.category}
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
      <OptionGroup legend={t('products.condition')}>
        {QUALITIES.map((quality) => (
          <CountedOption
            key={quality}
            label={t(`quality.${quality}`)}
            count={countOf(summary?.conditions.find(hasValue(quality)))}
            checked={params.condition.includes(quality)}
            onChange={() => {
              const condition = toggled(params.condition, quality);
              change({ condition: QUALITIES.filter((one) => condition.includes(one)) });
            }}
          />
        ))}
      </OptionGroup>
      <PriceFilter params={params} onChange={onChange} />
      <AreaFilter {...{ params, summary, waiting, onChange }} />
      <RadioGroup
        legend={t('products.years')}
        chosen={params.years?.toString()}
        onChoose={(value) => change({ years: value === undefined ? undefined : Number(value) })}
        options={[
          { value: undefined, label: t('filter.anyYears') },
          ...YEARS.map((years) => ({
            value: String(years),
            label: t(yearsLabel(years)),
            count: countOf(summary?.years.find(hasValue(String(years)))),
          })),
        ]}
      />
      <OptionGroup legend={t('filter.only')}>
        <CountedOption
          label={t('products.verifiedOnly')}
          count={summary?.verified}
          checked={params.verified}
          onChange={() => change({ verified: !params.verified })}
        />
        <CountedOption
          label={t('filter.hideBooked')}
          count={summary?.free}
          checked={params.free}
          onChange={() => change({ free: !params.free })}
        />
      </OptionGroup>
    </>
  );
}

interface CountedOptionProps {
  label: string;
  count?: Count | undefined;
  checked: boolean;
  name?: string;
  onChange(): void;
}

/** "At least 0" is unknown: the option shows no number and can be chosen. */
function CountedOption({ count, ...option }: CountedOptionProps) {
  const translator = useTranslator();
  const isUnknown = !count || (count.count === 0 && count.more);
  return (
    <Option
      {...option}
      empty={!isUnknown && count.count === 0 && !option.checked}
      count={isUnknown ? undefined : { text: sayCount(translator, count), spoken: sayItems(translator, count) }}
    />
  );
}

function RadioGroup(props: {
  legend: string;
  /** The value undefined stands for no filter. */
  options: readonly { value: string | undefined; label: string; count?: Count | undefined }[];
  chosen: string | undefined;
  onChoose(value: string | undefined): void;
}) {
  const name = useId();
  return (
    <OptionGroup legend={props.legend}>
      {props.options.map(({ value, ...option }) => (
        <CountedOption
          key={value ?? ''}
          {...option}
          name={name}
          checked={value === props.chosen}
          onChange={() => props.onChoose(value)}
        />
      ))}
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
    <OptionGroup legend={t('products.area')}>
      {isWaiting && (
        <span className="facet-waiting" aria-hidden>
          {upTo(FIRST_AREAS_COUNT).map((number) => (
            <Skeleton key={number} width="70%" />
          ))}
        </span>
      )}
      {shown.map(({ value, ...count }) => (
        <CountedOption
          key={value}
          label={areaLabel(value, summary)}
          count={summary && count}
          checked={params.area.includes(value)}
          onChange={() => onChange({ ...params, area: toggled(params.area, value) })}
        />
      ))}
      {(isOpen ? areas.length > FIRST_AREAS_COUNT : n > 0) && (
        <button type="button" className="facet-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('filter.fewerAreas') : t(n === 1 ? 'filter.moreAreasOne' : 'filter.moreAreas', { n })}
        </button>
      )}
    </OptionGroup>
  );
}
