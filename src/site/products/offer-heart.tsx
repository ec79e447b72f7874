import { useEffect, useRef } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { OfferedProduct } from '#modules/catalogue/contract.ts';
import type { WishAnswer } from '#modules/wishlist/web/wishes.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Heart } from '#ui/heart.tsx';
import { toast } from '#ui/toast.tsx';

/**
 * Saves at once and goes back when the server refuses; pressed again it takes the product off the wishlist, with a way
 * back. The page it stands on does it: its action takes the intent `wish`.
 */
export function OfferHeart({ product, wish }: { product: OfferedProduct; wish: string | undefined }) {
  const { t } = useTranslator();
  // Said, because the way back may be taken when another page is shown.
  const { pathname: action } = useLocation();
  const { data, formData, state, submit } = useFetcher<WishAnswer>();
  const takingBack = useRef(false);
  const kept = data ? data.wish : (wish ?? null);
  const saved = formData ? formData.get('wish') === '' : kept !== null;

  function press() {
    if (state !== 'idle') return;
    takingBack.current = kept !== null;
    const quiet = kept === null ? '' : 'yes';
    submit({ intent: 'wish', item: product._id, wish: kept ?? '', quiet }, { method: 'post', action });
  }

  useEffect(() => {
    if (!takingBack.current || data?.wish !== null || data.failed) return;
    takingBack.current = false;
    const undo = () => void submit({ intent: 'wish', item: product._id, wish: '' }, { method: 'post', action });
    toast.success(t('wish.takenBack'), { label: t('common.undo'), onClick: undo });
  }, [data, submit, product._id, action, t]);

  return <Heart saved={saved} label={t('products.wish', { name: product.productName })} onClick={press} />;
}
