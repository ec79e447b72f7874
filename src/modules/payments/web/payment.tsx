import './payment.css';
import { useState } from 'react';
import { data } from 'react-router';
import { getBooking } from '#modules/bookings/contract.ts';
import { isPayable, shownState } from '#modules/bookings/rules.ts';
import { CallError } from '#platform/contract/call-client.ts';
import {
  type Asker,
  authenticatedClientLoader,
  authenticatedLoader,
  requireRole,
} from '#platform/web/authenticated-loader.ts';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { Picture } from '#ui/picture.tsx';
import { paymentSettings } from '../contract.ts';
import type { Route } from './+types/payment.ts';
import { CardForm } from './card-form.tsx';
import { EndedPanel } from './ended-panel.tsx';
import { LaterPanel, PaidPanel } from './paid-panel.tsx';
import { PaymentError } from './payment-error.tsx';
import type { Outcome } from './record-payment.ts';

async function load({ api, user }: Asker, id: string) {
  requireRole('buyer', user);
  const [booking, settings] = await Promise.all([
    api.send(getBooking, { params: { id } }).catch(asMissing),
    api.send(paymentSettings, {}),
  ]);
  return { booking, settings };
}

export function loader(args: Route.LoaderArgs) {
  return authenticatedLoader(args, (asker) => load(asker, args.params.id));
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return authenticatedClientLoader(args, (asker) => load(asker, args.params.id));
}
clientLoader.hydrate = true as const;

function asMissing(error: unknown): never {
  if (error instanceof CallError && error.status === 404) throw data(null, { status: 404 });
  throw error;
}

export default function PaymentPage({ loaderData }: Route.ComponentProps) {
  const words = useTranslator();
  const { t, product: store } = words;
  const { booking, settings } = loaderData;
  const { itemName: item } = booking;
  const state = shownState(booking);
  const [outcome, setOutcome] = useState<Outcome>();
  const paid = state === 'paid' || outcome?.kind === 'recorded';
  const title = paid ? t('pay.pageDone') : t('pay.pageTitle', { item });
  return (
    <div className="payment">
      <title>{`${title} · ${store}`}</title>
      <div className="payment-picture stitched tone-lilac">
        <Picture src={booking.image} alt={item} eager="first" sizes="(min-width: 1024px) 420px, 200px" />
      </div>
      <div className="payment-side">
        {paid ? (
          <PaidPanel booking={booking} transactionId={outcome?.transactionId ?? booking.transactionId} />
        ) : outcome ? (
          <LaterPanel transactionId={outcome.transactionId} />
        ) : isPayable(state) ? (
          <>
            <h1 tabIndex={-1}>{t('pay.title', { item })}</h1>
            <p className="payment-line">{payLine(words, booking.itemPrice)}</p>
            <CardForm key={booking._id} booking={booking} settings={settings} onOutcome={setOutcome} />
          </>
        ) : (
          <EndedPanel state={state} item={item} categoryId={booking.categoryId} />
        )}
      </div>
    </div>
  );
}

export function ErrorBoundary(props: Route.ErrorBoundaryProps) {
  return <PaymentError {...props} />;
}

/** In taka the line is fixed: the bare number, without grouping. Another currency is written as everywhere. */
function payLine({ t, language, currency, money }: Translator, price: number): string {
  if (currency !== TAKA[language]) return t('pay.lineOther', { amount: money(price) });
  const bare = language === 'en' ? String(price) : new Intl.NumberFormat('bn-BD', { useGrouping: false }).format(price);
  return t('pay.line', { price: bare });
}

const TAKA = { en: 'Tk', bn: '৳' };
