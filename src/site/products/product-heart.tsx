import { Heart } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
  const { user } = useSession();
  // Absolute, because Undo may be pressed on another page.
  const { pathname, search } = useLocation();
  const action = props.action ?? pathname + search;
  const { data, formData, submit } = useFetcher<WishResult>();
  const removing = useRef(false);
  const changed = useRef<string | null>(undefined);
  // A refusal changes nothing.
  if (data?.wish !== undefined) changed.current = data.wish;
  const savedWish = changed.current === undefined ? (wish ?? null) : changed.current;
  /** The last tapped state, until the server has it. */
  const wanted = useRef<boolean>(undefined);
  const [tapped, setTapped] = useState<boolean>();
  const saved = tapped ?? (formData ? formData.get('wish') === '' : savedWish !== null);
  const fields = { intent: 'wish', item: product._id, wish: savedWish ?? '' };

  /** Sends the last tapped state, after the request under way. It goes on when the buyer leaves the page. */
  async function change(to: boolean) {
    const isSending = wanted.current !== undefined;
    // A visitor is on the way to the login.
    if (isSending && !user) return;
    wanted.current = to;
    setTapped(to);
    if (isSending) return;
    let sent: boolean | undefined;
    // The wish's id may not be known yet.
    const formOf = (save = false) => ({ ...fields, wish: save ? '' : product._id, quiet: save ? '' : 'yes' });
    // A closing tab ends this loop: the browser sends the last tap. The store may get it before the request under way.
    const sendLast = () => {
      if (sent !== wanted.current) navigator.sendBeacon(action, new URLSearchParams(formOf(wanted.current)));
    };
    addEventListener('pagehide', sendLast);
    while (sent !== wanted.current) {
      sent = wanted.current;
      removing.current = !sent;
      await submit(formOf(sent), { method: 'post', action });
    }
    removeEventListener('pagehide', sendLast);
    wanted.current = undefined;
    setTapped(undefined);
  }

  const undoable = useEffectEvent(() =>
    toast.success(t('wish.takenBack'), { label: t('common.undo'), onClick: () => void change(true) }),
  );
  useEffect(() => {
    if (!removing.current || data?.wish !== null) return;
    removing.current = false;
    undoable();
  }, [data]);

  return (
    <ButtonForm fields={fields} send={() => change(!saved)} action={action}>
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
