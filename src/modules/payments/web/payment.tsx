import './payment.css';
import { lazy, Suspense, useState } from 'react';
import { data } from 'react-router';
import { getBooking } from '#modules/bookings/contract.ts';
import { isPageMethod, isPayable, isSale, shownState } from '#modules/bookings/rules.ts';
import { nullIfMissing } from '#platform/contract/call-client.ts';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Picture } from '#ui/picture.tsx';
import { getPaymentStatus, paymentSettings } from '../contract.ts';
import type { Route } from './+types/payment.ts';
import { CardForm } from './card-form.tsx';
import { firstMethod, MethodChoice } from './method-choice.tsx';
import { PaidPanel, UnrecordedPanel } from './paid-panel.tsx';
import type { Outcome } from './record-payment.ts';
import { usePaymentCheck } from './use-payment-check.ts';

// Most buyers see none of these.
const PaymentCheckPanel = lazy(() =>
  import('./payment-check-panel.tsx').then((file) => ({ default: file.PaymentCheckPanel })),
);
const ReturnNotice = lazy(() => import('./return-notice.tsx').then((file) => ({ default: file.ReturnNotice })));
const EndedPanel = lazy(() => import('./ended-panel.tsx').then((file) => ({ default: file.EndedPanel })));
const MissingBooking = lazy(() => import('./missing-booking.tsx').then((file) => ({ default: file.MissingBooking })));

export const handle = { thing: 'pay.thing' } as const;

/** The booking is null, with the status 404, when the buyer has none with this id. */
export const loader = authenticatedLoader(async ({ api, url, params }: UserRequest<Route.LoaderArgs['params']>) => {
  const from = url.searchParams.get('back');
  const back = isPageMethod(from) ? from : undefined;
  const [booking, settings, recorded] = await Promise.all([
    api.send(getBooking, { params }).catch(nullIfMissing),
    api.send(paymentSettings, {}),
    back ? api.send(getPaymentStatus, { params, query: { method: back } }).catch(nullIfMissing) : null,
  ]);
  const refused = url.searchParams.has('refused');
  return data({ booking, settings, recorded, back, refused }, { status: booking ? 200 : 404 });
});
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();

export default function PaymentPage({ loaderData }: Route.ComponentProps) {
  const { booking } = loaderData;
  if (booking) return <Payment {...loaderData} booking={booking} />;
  return (
    <Suspense>
      <MissingBooking />
    </Suspense>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function Payment({ booking, settings, recorded, back, refused }: Loaded & { booking: NonNullable<Loaded['booking']> }) {
  const translator = useTranslator();
  const { t, product: store } = translator;
  const { itemName: item } = booking;
  const state = shownState(booking);
  const [outcome, setOutcome] = useState<Outcome>();
  const ask = !isPayable(state) ? 'no' : back ? 'until-ended' : isPageMethod(booking.method) ? 'once' : 'no';
  const { check, isLong } = usePaymentCheck({ bookingId: booking._id, method: back }, ask, recorded ?? undefined);
  const first = firstMethod(back ?? booking.method, settings.methods);
  // A card form begins a payment at the provider, so it loads when the buyer chooses the card.
  const [cardChosen, setCardChosen] = useState(first === 'card');
  const paid = isSale(state) || outcome?.kind === 'recorded';
  const title = paid ? t('pay.pageDone') : t('pay.pageTitle', { item });
  return (
    <div className="payment">
      <title>{`${title} · ${store}`}</title>
      <div className="payment-picture stitched tone-lilac">
        <Picture src={booking.image} alt={item} eager sizes="(min-width: 1024px) 420px, 200px" />
      </div>
      <div className="payment-side">
        <Suspense>
          {paid ? (
            <PaidPanel booking={booking} transactionId={outcome?.transactionId ?? booking.transactionId} />
          ) : outcome ? (
            <UnrecordedPanel transactionId={outcome.transactionId} />
          ) : check?.state === 'review' ? (
            <EndedPanel state="review" item={item} categoryId={booking.categoryId} />
          ) : isPayable(state) && back && (!check || check.state === 'open' || check.state === 'paid') ? (
            <PaymentCheckPanel bookingId={booking._id} method={back} isLong={isLong} isUnavailable={check?.away} />
          ) : isPayable(state) ? (
            <>
              <h1 tabIndex={-1}>{t('pay.title', { item })}</h1>
              <p className="payment-line">{payLine(translator, booking.itemPrice)}</p>
              {check?.state === 'returned' && <Alert tone="info">{t('pay.returnedNote')}</Alert>}
              <MethodChoice
                booking={booking}
                methods={settings.methods}
                first={first}
                notice={
                  back && (
                    <Suspense>
                      <ReturnNotice method={back} check={check} refused={refused} />
                    </Suspense>
                  )
                }
                onChoose={(method) => setCardChosen((before) => before || method === 'card')}
              >
                {cardChosen && (
                  <CardForm key={booking._id} booking={booking} settings={settings} onOutcome={setOutcome} />
                )}
              </MethodChoice>
            </>
          ) : (
            <EndedPanel state={state} item={item} categoryId={booking.categoryId} back={back} />
          )}
        </Suspense>
      </div>
    </div>
  );
}

/** The specification fixes the line for taka: the number without grouping. Other currencies have the usual format. */
function payLine({ t, language, currency, money }: Translator, price: number): string {
  if (currency !== TAKA[language]) return t('pay.lineOther', { amount: money(price) });
  const bare = language === 'en' ? String(price) : new Intl.NumberFormat('bn-BD', { useGrouping: false }).format(price);
  return t('pay.line', { price: bare });
}

const TAKA = { en: 'Tk', bn: '৳' };
