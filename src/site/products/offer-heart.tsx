import { useFetcher } from 'react-router';
import type { OfferedProduct } from '#modules/catalogue/contract.ts';
import type { WishAnswer } from '#modules/wishlist/web/wishes.ts';
import { useWords } from '#platform/web/words.tsx';
import { Heart } from '#ui/heart.tsx';

/** Saves at once and goes back when the server refuses; pressed again it takes the product off the wishlist. */
export function OfferHeart({ product, wish }: { product: OfferedProduct; wish: string | undefined }) {
  const { t } = useWords();
  const fetcher = useFetcher<WishAnswer>();
  const { data, formData } = fetcher;
  const kept = data ? data.wish : (wish ?? null);
  const saved = formData ? formData.get('wish') === '' : kept !== null;
  function press() {
    if (fetcher.state !== 'idle') return;
    fetcher.submit({ intent: 'wish', item: product._id, wish: kept ?? '' }, { method: 'post' });
  }
  return <Heart saved={saved} label={t('products.wish', { name: product.productName })} onClick={press} />;
}
