import { Heart } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { VisibleProduct } from '#modules/catalogue/contract.ts';
import type { WishResult } from '#modules/wishlist/web/wishes.ts';
import { ButtonForm } from '#platform/forms/before-script.tsx';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.tsx';
import { maySave } from './may-save.ts';

type HeartProduct = Pick<VisibleProduct, '_id' | 'productName' | 'sellerId'>;

interface HeartProps {
  product: HeartProduct;
  /** The id of the buyer's wish. */
  wish: string | undefined;
  /** The page whose action gets it; the current one by default. */
  action?: string;
}

/** The heart of a buyer, and of a visitor, whom it leads to the login. Others have none, nor has one's own product. */
export function CardHeart(props: HeartProps) {
  const { user } = useSession();
  return maySave(user, props.product) ? <OfferHeart {...props} /> : null;
}

/** Adds a product to the wishlist optimistically, or removes it with an Undo, by the page's intent `wish`. */
function OfferHeart({ product, wish, ...props }: HeartProps) {
  const { t } = useTranslator();
  // Absolute, because Undo may be pressed on another page.
  const { pathname, search } = useLocation();
  const action = props.action ?? pathname + search;
  const { data, formData, state, submit } = useFetcher<WishResult>();
  const removing = useRef(false);
  const changed = useRef<string | null>(undefined);
  // A refusal changes nothing.
  if (data?.wish !== undefined) changed.current = data.wish;
  const savedWish = changed.current === undefined ? (wish ?? null) : changed.current;
  // The state after a tap during a request, until that tap is sent.
  const [wanted, setWanted] = useState<boolean>();
  const saved = wanted ?? (formData ? formData.get('wish') === '' : savedWish !== null);
  const fields = { intent: 'wish', item: product._id, wish: savedWish ?? '' };

  function press() {
    if (state === 'submitting') return setWanted(!saved);
    removing.current = savedWish !== null;
    submit({ ...fields, quiet: savedWish === null ? '' : 'yes' }, { method: 'post', action });
  }

  useEffect(() => {
    if (wanted === undefined || state === 'submitting') return;
    setWanted(undefined);
    if (wanted !== (savedWish !== null)) press();
  });

  useEffect(() => {
    if (!removing.current || data?.wish !== null) return;
    removing.current = false;
    const undo = () => void submit({ intent: 'wish', item: product._id, wish: '' }, { method: 'post', action });
    toast.success(t('wish.takenBack'), { label: t('common.undo'), onClick: undo });
  }, [data, submit, product._id, action, t]);

  return (
    <ButtonForm fields={fields} send={press} action={action}>
      <IconButton
        type="submit"
        look="floating"
        className="heart"
        label={t('products.wish', { name: product.productName })}
        aria-pressed={saved}
        icon={<Heart aria-hidden />}
      />
    </ButtonForm>
  );
}
