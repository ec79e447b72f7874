import { Link } from 'react-router';
import type { VisibleProduct } from '#modules/catalogue/contract.ts';
import type { Item } from '#modules/catalogue/items.contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { CardGrid } from '#ui/product-card.tsx';
import { useCategoryPath } from '../products/category-path.ts';
import { CompactCard } from '../products/compact-card.tsx';
import { CardHeart } from '../products/product-heart.tsx';

interface SimilarProps {
  item: Item;
  /** null when they failed to load. */
  similar: VisibleProduct[] | null;
  /** The buyer's wishes: product id to wish id. */
  wishes: ReadonlyMap<string, string> | undefined;
}

/** Up to eight similar products; an error with a retry when they failed to load. */
export function Similar({ item, similar, wishes }: SimilarProps) {
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
        <CardGrid size="compact">
          {similar.map((product) => (
            <li key={product._id}>
              <CompactCard product={product} heart={<CardHeart product={product} wish={wishes?.get(product._id)} />} />
            </li>
          ))}
        </CardGrid>
      )}
    </section>
  );
}
