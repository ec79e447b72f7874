import './item-row.css';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import type { VisibleProduct } from '#modules/catalogue/contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { CompactCard } from '../products/compact-card.tsx';
import type { RowHearts } from './load-row-hearts.ts';
import { RowHeart } from './row-heart.tsx';

/** As many as one row of a wide screen has. */
const ROW_MAX_ITEMS = 6;

/** Returns the first products of a list with the fields that a row shows. The page carries no others. */
export function toRow(products: readonly VisibleProduct[]) {
  return products
    .slice(0, ROW_MAX_ITEMS)
    .map(({ _id, sellerId, productName, imageURL, quality, resalePrice, location }) => ({
      _id,
      sellerId,
      productName,
      imageURL,
      quality,
      resalePrice,
      location,
    }));
}

/** One row of products, and a link to all of them. On phones it has two lines, or is `scrolling`. Empty: nothing. */
export function ItemRow(props: {
  id: string;
  title: string;
  items: ReturnType<typeof toRow>;
  hearts: RowHearts | undefined;
  all: string;
  scrolling?: boolean;
  eager?: boolean;
}) {
  const { id, title, items, hearts, all, scrolling, eager } = props;
  const { t } = useTranslator();
  if (items.length === 0) return null;
  return (
    <section className="section wrap" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        <Link className="section-more" to={all} aria-label={`${t('home.seeAll')}: ${title}`}>
          {t('home.seeAll')}
          <ArrowRight className="icon" aria-hidden />
        </Link>
      </div>
      <ul className={`item-row ${scrolling ? 'item-row-scrolling' : ''}`}>
        {items.map((item, index) => (
          <li key={item._id}>
            <CompactCard
              product={item}
              eager={eager && index < 2}
              heart={<RowHeart product={item} hearts={hearts} />}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
