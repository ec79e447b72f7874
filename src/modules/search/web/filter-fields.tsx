import type { Category } from '#modules/catalogue/contract.ts';
import { QUALITIES, type Quality } from '#modules/catalogue/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { YEARS } from '../rules.ts';
import { AreaFacet } from './area-facet.tsx';
import { CheckOption, ChoiceFacet, Facet } from './facet.tsx';
import { yearsWord } from './filter-label.ts';
import { PriceFacet } from './price-facet.tsx';
import { type Quest, toggled } from './quest.ts';
import type { Summary } from './use-summary.ts';

export interface FilterFieldsProps {
  quest: Quest;
  /** Undefined until the first is here, and when it could not be had. */
  summary: Summary | undefined;
  waiting: boolean;
  /** Those to choose from; none on a category's own page. */
  categories: readonly Category[];
  onChange(next: Quest): void;
}

/** All filters, each option with how many things it would give. */
export function FilterFields({ quest, summary, waiting, categories, onChange }: FilterFieldsProps) {
  const { t, language } = useTranslator();
  const change = (part: Partial<Quest>) => onChange({ ...quest, ...part });
  const years = summary?.years ?? [];
  return (
    <>
      {categories.length > 0 && (
        <ChoiceFacet
          legend={t('filter.category')}
          chosen={quest.category}
          onChoose={(category) => change({ category })}
          choices={[
            { value: undefined, label: t('filter.allCategories') },
            ...categories.map(({ _id, names }) => ({
              value: _id,
              label: names[language],
              count: countOf(
                summary,
                summary?.categories.find((one) => one._id === _id),
              ),
            })),
          ]}
        />
      )}
      <Facet legend={t('products.condition')}>
        {QUALITIES.map((quality) => (
          <CheckOption
            key={quality}
            label={t(`quality.${quality}`)}
            count={countOf(
              summary,
              summary?.conditions.find(({ value }) => value === quality),
            )}
            checked={quest.condition.includes(quality)}
            onChange={() => change({ condition: inOrder(toggled(quest.condition, quality)) })}
          />
        ))}
      </Facet>
      <PriceFacet quest={quest} onChange={onChange} />
      <AreaFacet quest={quest} summary={summary} waiting={waiting} onChange={onChange} />
      <ChoiceFacet
        legend={t('products.years')}
        chosen={quest.years === undefined ? undefined : String(quest.years)}
        onChoose={(value) => change({ years: value === undefined ? undefined : Number(value) })}
        choices={[
          { value: undefined, label: t('filter.anyYears') },
          ...YEARS.map((value) => ({
            value: String(value),
            label: t(yearsWord(value)),
            count: countOf(
              summary,
              years.find((one) => one.value === String(value)),
            ),
          })),
        ]}
      />
      <Facet legend={t('filter.only')}>
        <CheckOption
          label={t('products.verifiedOnly')}
          count={summary?.verified}
          checked={quest.verified}
          onChange={() => change({ verified: !quest.verified })}
        />
        <CheckOption
          label={t('filter.hideBooked')}
          count={summary?.free}
          checked={quest.free}
          onChange={() => change({ free: !quest.free })}
        />
      </Facet>
    </>
  );
}

/** As they stand on the screen, whichever was chosen first. */
function inOrder(qualities: readonly Quality[]): Quality[] {
  return QUALITIES.filter((quality) => qualities.includes(quality));
}

/** An option that the summary does not name would give nothing. */
function countOf<C>(summary: Summary | undefined, found: C | undefined) {
  return summary && (found ?? { count: 0, more: false });
}
