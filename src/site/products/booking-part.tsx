import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { VisibleProduct } from '#modules/catalogue/contract.ts';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { ProgressLine } from '#ui/progress-line.tsx';
import { loadBooking } from './load-booking.ts';

const BookingDialog = lazy(() => loadBooking().then((file) => ({ default: file.BookingDialog })));

/** The booking dialog of the product in the URL (`?book=`). */
export function BookingPart({ product }: { product: VisibleProduct | undefined }) {
  const { t } = useTranslator();
  const { user } = useSession();
  const finalFocus = useRef<HTMLElement>(null);
  const { state, key } = useLocation();
  const close = useClose();
  // While the dialog closes it still shows its product.
  const [lastProduct, setLastProduct] = useState(product);
  if (product && product !== lastProduct) setLastProduct(product);
  const productId = lastProduct?._id;
  const openId = product?._id;
  // A product booked before its address was opened is not offered. One booked later keeps its dialog for the answer.
  const [opened, setOpened] = useState({ key, booked: product?.booked });
  if (key !== opened.key) setOpened({ key, booked: product?.booked });

  useEffect(() => {
    if (openId) finalFocus.current = inCard(openId, '.product-card-action button');
  }, [openId]);

  const booked = useCallback(() => {
    if (productId) finalFocus.current = inCard(productId, '.product-name');
    close();
  }, [productId, close]);

  if (!lastProduct || !user?.roles.includes('buyer')) return null;
  return (
    <Suspense fallback={<ProgressLine active label={t('common.loading')} />}>
      <BookingDialog
        open={product !== undefined && product.createdBy !== user.email && !opened.booked}
        product={lastProduct}
        buyer={user}
        addressed={(state as { opened?: boolean } | null)?.opened ? 'from-here' : 'directly'}
        onClose={close}
        onBooked={booked}
        finalFocus={finalFocus}
      />
    </Suspense>
  );
}

/** Finds an element in the product's card: its button, or its heading once the button says 'Booked'. */
function inCard(productId: string, selector: string): HTMLElement | null {
  return document.querySelector(`#offer-${CSS.escape(productId)} ${selector}`);
}

/** Removes the dialog from the URL. It does not go back: that would cancel a navigation that begins meanwhile. */
function useClose(): () => void {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return useCallback(() => {
    const rest = new URLSearchParams(search);
    rest.delete('book');
    navigate(`?${rest}`, { replace: true, preventScrollReset: true });
  }, [navigate, search]);
}
