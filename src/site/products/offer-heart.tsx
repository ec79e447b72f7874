import { useEffect, useRef } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { OfferedProduct } from '#modules/catalogue/contract.ts';
import type { WishAnswer } from '#modules/wishlist/web/wishes.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Heart } from '#ui/heart.tsx';
import { toast } from '#ui/toast.tsx';

/**
 * Adds a product to the wishlist optimistically, or removes it with an Undo. The action of the current page handles the
 * intent `wish`.
 */
export function OfferHeart({ product, wish }: { product: OfferedProduct; wish: string | undefined }) {
  const { t } = useTranslator();
  // Absolute, because Undo may be pressed on another page.
  const { pathname: action } = useLocation();
  const { data, formData, state, submit } = useFetcher<WishAnswer>();
  const takingBack = useRef(false);
  const savedWish = data ? data.wish : (wish ?? null);
  const saved = formData ? formData.get('wish') === '' : savedWish !== null;

  function press() {
    if (state !== 'idle') return;
    takingBack.current = savedWish !== null;
    const quiet = savedWish === null ? '' : 'yes';
    submit({ intent: 'wish', item: product._id, wish: savedWish ?? '', quiet }, { method: 'post', action });
  }

  useEffect(() => {
    if (!takingBack.current || data?.wish !== null || data.failed) return;
    takingBack.current = false;
    const undo = () => void submit({ intent: 'wish', item: product._id, wish: '' }, { method: 'post', action });
    toast.success(t('wish.takenBack'), { label: t('common.undo'), onClick: undo });
  }, [data, submit, product._id, action, t]);

  return <Heart saved={saved} label={t('products.wish', { name: product.productName })} onClick={press} />;
}
