import { Heart } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useFetcher, useLocation } from 'react-router';
import type { VisibleProduct } from '#modules/catalogue/contract.ts';
import type { WishResult } from '#modules/wishlist/web/wishes.ts';
import type { Visitor } from '#platform/contract/page.ts';
import { ButtonForm } from '#platform/forms/before-script.tsx';
import { loginPath } from '#platform/web/api-client.ts';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.tsx';

/** Whether a user may save a product: buyers, and not their own. */
export function maySave(user: Visitor | undefined, { sellerId }: HeartProduct): boolean {
  return user?.roles.includes('buyer') === true && user.id !== sellerId;
}

/** The heart of a buyer. For visitors it leads to the login, and back to this page. Others have none. */
export function CardHeart(props: { product: HeartProduct; wish: string | undefined }) {
  const { t } = useTranslator();
  const { user } = useSession();
  const { pathname, search } = useLocation();
  if (maySave(user, props.product)) return <OfferHeart {...props} />;
  if (user?.roles.length) return null;
  const label = t('products.wish', { name: props.product.productName });
  return (
    <Link
      className="icon-button icon-button-floating heart"
      to={loginPath(pathname + search)}
      title={label}
      aria-label={label}
    >
      <Heart aria-hidden />
    </Link>
  );
}

type HeartProduct = Pick<VisibleProduct, '_id' | 'productName' | 'sellerId'>;

/** Adds a product to the wishlist optimistically, or removes it with an Undo, by the page's intent `wish`. */
export function OfferHeart({ product, wish }: { product: HeartProduct; wish: string | undefined }) {
  const { t } = useTranslator();
  // Absolute, because Undo may be pressed on another page.
  const { pathname, search } = useLocation();
  const { data, formData, state, submit } = useFetcher<WishResult>();
  const removing = useRef(false);
  const changed = useRef<string | null>(undefined);
  // A refusal changes nothing.
  if (data?.wish !== undefined) changed.current = data.wish;
  const savedWish = changed.current === undefined ? (wish ?? null) : changed.current;
  const saved = formData ? formData.get('wish') === '' : savedWish !== null;
  const fields = { intent: 'wish', item: product._id, wish: savedWish ?? '' };

  function press() {
    if (state === 'submitting') return;
    removing.current = savedWish !== null;
    submit({ ...fields, quiet: savedWish === null ? '' : 'yes' }, { method: 'post', action: pathname });
  }

  useEffect(() => {
    if (!removing.current || data?.wish !== null) return;
    removing.current = false;
    const undo = () =>
      void submit({ intent: 'wish', item: product._id, wish: '' }, { method: 'post', action: pathname });
    toast.success(t('wish.takenBack'), { label: t('common.undo'), onClick: undo });
  }, [data, submit, product._id, pathname, t]);

  return (
    <ButtonForm fields={fields} send={press} action={pathname + search}>
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
