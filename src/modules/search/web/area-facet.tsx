import { useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Skeleton, upTo } from '#ui/skeleton.tsx';
import { CheckOption, Facet } from './facet.tsx';
import { areaLabel } from './filter-label.ts';
import { type Quest, toggled } from './quest.ts';
import type { Summary } from './use-summary.ts';

/** So many are shown at first. */
const FEW = 4;

/** Where things are to be picked up; which areas there are comes with the counts. */
export function AreaFacet(props: {
  quest: Quest;
  summary: Summary | undefined;
  /** The first summary is on its way. */
  waiting: boolean;
  onChange(next: Quest): void;
}) {
  const { quest, summary, waiting, onChange } = props;
  const { t } = useTranslator();
  const [all, setAll] = useState(false);
  if (waiting && quest.area.length === 0)
    return (
      <Facet legend={t('products.area')}>
        <span className="facet-waiting" aria-hidden>
          {upTo(FEW).map((number) => (
            <Skeleton key={number} width="70%" />
          ))}
        </span>
      </Facet>
    );
  const known = summary?.areas ?? [];
  const gone = quest.area.filter((area) => known.every(({ value }) => value !== area));
  const areas = [
    ...gone.map((value) => ({ value, count: summary && { count: 0, more: false } })),
    ...known.map(({ value, count, more }) => ({ value, count: { count, more } })),
  ];
  if (areas.length === 0) return null;
  const shown = areas.filter(({ value }, index) => all || index < FEW || quest.area.includes(value));
  const hidden = areas.length - shown.length;
  return (
    <Facet legend={t('products.area')}>
      {shown.map(({ value, count }) => (
        <CheckOption
          key={value}
          label={areaLabel(value, summary)}
          count={count}
          checked={quest.area.includes(value)}
          onChange={() => onChange({ ...quest, area: toggled(quest.area, value) })}
        />
      ))}
      {(all ? areas.length > FEW : hidden > 0) && (
        <button type="button" className="facet-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('filter.fewerAreas') : t(hidden === 1 ? 'filter.moreAreasOne' : 'filter.moreAreas', { n: hidden })}
        </button>
      )}
    </Facet>
  );
}
