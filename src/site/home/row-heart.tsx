import { Heart } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import type { WishResult } from '#modules/wishlist/web/wishes.ts';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { firstInteraction } from '#ui/after-paint.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { maySave } from '../products/may-save.ts';
import type { RowHearts, RowProduct } from './load-row-hearts.ts';

/**
 * Returns the hearts of a buyer for two rows, after the first tap or key; undefined before, for visitors and without a network.
 * The document is cached for many buyers and has no wishes.
 */
export function useRowHearts(first: readonly RowProduct[], second: readonly RowProduct[]): RowHearts | undefined {
  const { user } = useSession();
  const [hearts, setHearts] = useState<RowHearts>();
  const email = user?.roles.includes('buyer') ? user.email : '';
  useEffect(() => {
    if (!email) return;
    firstInteraction()
      .then(() => import('./load-row-hearts.ts'))
      .then(({ loadRowHearts }) => loadRowHearts(email, [...first, ...second]))
      .then(setHearts, () => undefined);
  }, [email, first, second]);
  return hearts;
}

/** The heart of a product. It goes to the product's page, as a form that needs no script, until the buyer's own has loaded. */
export function RowHeart({ product, hearts }: { product: RowProduct; hearts: RowHearts | undefined }) {
  const { t } = useTranslator();
  const { user } = useSession();
  const { Form, data } = useFetcher<WishResult>();
  const action = `/items/${product._id}`;
  if (!maySave(user, product)) return null;
  // The wishes may have been read before this form saved another one.
  const wish = data?.wish ?? hearts?.wishes.get(product._id);
  if (hearts) return <hearts.CardHeart product={product} wish={wish} action={action} />;
  return (
    <Form method="post" action={action} className="button-form">
      <input type="hidden" name="intent" value="wish" />
      <input type="hidden" name="item" value={product._id} />
      <IconButton
        type="submit"
        look="floating"
        className="heart"
        label={t('products.wish', { name: product.productName })}
        icon={<Heart aria-hidden />}
      />
    </Form>
  );
}
