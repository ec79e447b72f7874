import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Item } from '#modules/catalogue/items.contract.ts';
import { Ago } from '#platform/lists/ago.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { QualityChip } from '#ui/chip.tsx';
import { useCategoryPath } from '../products/category-path.ts';

/** The facts of a product, and the phone number for users who may see it. */
export function ItemFacts({ item, phone }: { item: Item; phone: string | undefined }) {
  const { t, number, language } = useTranslator();
  const { quality, useYear, categoryId, categoryNames, location, createdAt } = item;
  const years = useYear === 0 ? 'offers.yearsNone' : useYear === 1 ? 'offers.yearsOne' : 'offers.years';
  return (
    <section aria-labelledby="item-facts">
      <h2 className="sr" id="item-facts">
        {t('item.facts')}
      </h2>
      <dl className="item-facts num">
        <Fact name={t('products.condition')}>
          <QualityChip quality={quality}>{t(`quality.${quality}`)}</QualityChip>
          <span className="item-hint">{t(`quality.${quality}Hint`)}</span>
        </Fact>
        <Fact name={t('products.years')}>{t(years, { n: number(useYear) })}</Fact>
        <Fact name={t('item.category')}>
          <Link className="text-link" to={useCategoryPath()(categoryId)}>
            {categoryNames[language]}
          </Link>
        </Fact>
        {location && <Fact name={t('offers.point')}>{location}</Fact>}
        <Fact name={t('offers.listed')}>
          <Ago instant={createdAt} />
        </Fact>
        {phone && (
          <Fact name={t('book.phone')}>
            <a className="text-link" href={`tel:+88${phone}`} aria-label={t('offers.call', { phone })}>
              {phone}
            </a>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
