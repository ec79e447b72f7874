import { Link } from 'react-router';
import type { VisibleProduct } from '#modules/catalogue/contract.ts';
import type { Item } from '#modules/catalogue/items.contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { CardGrid } from '#ui/product-card.tsx';
import { useCategoryPath } from '../products/category-path.ts';
import { ItemTile } from './item-tile.tsx';

/** Similar products; null when they failed to load. */
export function Similar({ item, similar }: { item: Item; similar: VisibleProduct[] | null }) {
  const { t, language } = useTranslator();
  const categoryPath = useCategoryPath();
  return (
    <section className="item-similar" id="similar" aria-labelledby="item-similar">
      <div className="section-head">
        <h2 id="item-similar">{t('item.similar')}</h2>
        <Link className="text-link" to={categoryPath(item.categoryId)}>
          {t('item.toCategory', { category: item.categoryNames[language] })}
        </Link>
      </div>
      {similar === null ? (
        <p role="alert">{t('item.similarFailed')}</p>
      ) : similar.length === 0 ? (
        <p>{t('item.similarNone')}</p>
      ) : (
        <CardGrid columns={4}>
          {similar.map((product) => (
            <li key={product._id}>
              <ItemTile
                product={product}
                seller={{ name: product.sellerName, verified: product.user_info[0]?.verify !== undefined }}
              />
            </li>
          ))}
        </CardGrid>
      )}
    </section>
  );
}
