import { useTranslator } from '#platform/web/translator.tsx';
import { Skeleton, upTo } from '#ui/skeleton.tsx';
import type { SearchSummary } from '../contract.ts';
import { Choices } from './filter-choices.tsx';
import { areaLabel } from './filter-labels.ts';
import { type SearchParams, toggled } from './search-params.ts';

const FIRST_AREAS_COUNT = 4;

/** The areas come with the summary, under their districts. The first ones are shown, and those that are set. */
export function AreaFilter(props: {
  params: SearchParams;
  summary: SearchSummary | undefined;
  waiting: boolean;
  onChange(next: SearchParams): void;
}) {
  const { params, summary, waiting, onChange } = props;
  const { t, language } = useTranslator();
  const known = summary?.areas ?? [];
  const missing = params.area.filter((area) => known.every(({ value }) => value !== area));
  const areas: typeof known = [
    ...missing.map((value) => ({ value, label: value, count: 0, more: false })),
    ...known.toSorted((one, other) => Number(!one.district) - Number(!other.district)),
  ];
  const isWaiting = waiting && params.area.length === 0;
  if (areas.length === 0 && !isWaiting) return null;
  return (
    <Choices
      legend={t('products.area')}
      chosen={params.area}
      onChoose={(area) => onChange({ ...params, area: toggled(params.area, area) })}
      options={areas.map(({ value, district, count, more }) => ({
        value,
        label: areaLabel(value, summary),
        count: summary && { count, more },
        group: district?.[language] ?? t('filter.otherPlaces'),
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
      fold={{
        first: FIRST_AREAS_COUNT,
        more: (n) => t(n === 1 ? 'filter.moreAreasOne' : 'filter.moreAreas', { n }),
        fewer: t('filter.fewerAreas'),
      }}
    />
  );
}
