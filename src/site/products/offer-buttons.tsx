import { lazy, Suspense } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { VisibleProduct } from '#modules/catalogue/contract.ts';
import { OpenerButton } from '#platform/forms/before-script.tsx';
import { loginPath } from '#platform/web/api-client.ts';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { loadBooking } from './load-booking.ts';

// Loaded only by people who do not buy.
const StartButton = lazy(async () => ({
  default: (await import('#modules/account/web/start-button.tsx')).StartButton,
}));

/** The login, and then this page with the booking dialog of the product. */
export function SignInToBook({ productId, size }: { productId: string; size?: 'lg' }) {
  const { t } = useTranslator();
  const { pathname, search } = useLocation();
  const booking = new URLSearchParams(search);
  booking.set('book', productId);
  return (
    <LinkButton wide {...(size && { size })} to={loginPath(`${pathname}?${booking}`)}>
      {t('item.signInToBook')}
    </LinkButton>
  );
}

/** 'Book Now!' for buyers. For visitors the login. For all others, and for a booked product, the reason why it cannot be booked. */
export function BookButton({ product }: { product: VisibleProduct }) {
  const { t } = useTranslator();
  const { user } = useSession();
  const [search] = useSearchParams();
  const navigate = useNavigate();

  /** The dialog has a URL, so that Back closes it and a reload keeps it. */
  function open() {
    const next = new URLSearchParams(search);
    next.set('book', product._id);
    navigate(`?${next}`, { state: { opened: true }, preventScrollReset: true });
  }

  if (!user?.roles.length && !product.booked) return <SignInToBook productId={product._id} />;
  if (user && user.email === product.createdBy)
    return (
      <p className="products-note products-note-own">
        {t('products.yours')}{' '}
        <LinkButton
          size="sm"
          look="quiet"
          to={`/dashboard/myproduct/${product._id}/edit`}
          aria-label={t('edit.actionName', { name: product.productName })}
        >
          {t('edit.action')}
        </LinkButton>
      </p>
    );
  if (product.booked || !user?.roles.includes('buyer')) {
    const note = `why-${product._id}`;
    return (
      <>
        <Button wide disabled aria-describedby={product.booked ? undefined : note}>
          {t(product.booked ? 'offers.booked' : 'products.book')}
        </Button>
        {!product.booked && (
          <div className="products-note" id={note}>
            {user?.roles.includes('seller') ? (
              <Suspense>
                <StartButton as="buyer" look="ghost" wide />
              </Suspense>
            ) : (
              t('products.noAdmins')
            )}
          </div>
        )}
      </>
    );
  }
  return (
    <OpenerButton
      name="book"
      value={product._id}
      open={open}
      wide
      aria-haspopup="dialog"
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
    >
      {t('products.book')}
    </OpenerButton>
  );
}

/** Preloads the dialog's code. The press retries a failed load. */
function preloadDialog(): void {
  loadBooking().catch(() => undefined);
}
