import { Link, useLocation } from 'react-router';
import type { OfferedProduct } from '#modules/catalogue/contract.ts';
import type { Item } from '#modules/catalogue/items.contract.ts';
import { loginPath } from '#platform/web/api-client.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { CardGrid } from '#ui/product-card.tsx';
import { ItemTile } from './item-tile.tsx';

/** Similar products for signed-in users, and a link to the category for visitors. */
export function Similar(props: {
  item: Item;
  /** undefined for visitors, null when they failed to load. */
  similar: OfferedProduct[] | null | undefined;
}) {
  const { item, similar } = props;
  const { t, language } = useTranslator();
  const { pathname } = useLocation();
  return (
    <section className="item-similar" id="similar" aria-labelledby="item-similar">
      <div className="section-head">
        <h2 id="item-similar">{t('item.similar')}</h2>
        {similar !== undefined && (
          <Link className="text-link" to={`/products/${item.categoryId}`}>
            {t('item.toCategory', { category: item.categoryNames[language] })}
          </Link>
        )}
      </div>
      {similar === undefined ? (
        <LinkButton look="ghost" to={loginPath(`${pathname}#similar`)}>
          {t('item.signInSimilar')}
        </LinkButton>
      ) : similar === null ? (
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
