import './payment.css';
import { useState } from 'react';
import { data } from 'react-router';
import { getBooking } from '#modules/bookings/contract.ts';
import { isPayable, isSale, shownState } from '#modules/bookings/rules.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Picture } from '#ui/picture.tsx';
import { paymentSettings } from '../contract.ts';
import type { Route } from './+types/payment.ts';
import { CardForm } from './card-form.tsx';
import { EndedPanel } from './ended-panel.tsx';
import { LaterPanel, PaidPanel } from './paid-panel.tsx';
import type { Outcome } from './record-payment.ts';
import { Ways } from './ways.tsx';

export const handle = { thing: 'pay.thing' } as const;

/** The booking is null, with the status 404, when the buyer has none with this id. */
export async function loader(args: Route.LoaderArgs) {
  const loaded = await authenticatedLoader(args, async ({ api }) => {
    const [booking, settings] = await Promise.all([
      api.send(getBooking, { params: { id: args.params.id } }).catch(nullIfMissing),
      api.send(paymentSettings, {}),
    ]);
    return { booking, settings };
  });
  return data(loaded, { status: loaded.booking ? 200 : 404 });
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return cachedClientLoader(args);
}
clientLoader.hydrate = true as const;

function nullIfMissing(error: unknown): null {
  if (error instanceof CallError && error.status === 404) return null;
  throw error;
}

export default function PaymentPage({ loaderData: { booking, settings } }: Route.ComponentProps) {
  return booking ? <Payment booking={booking} settings={settings} /> : <MissingBooking />;
}

type Loaded = Route.ComponentProps['loaderData'];

function Payment({ booking, settings }: Loaded & { booking: NonNullable<Loaded['booking']> }) {
  const words = useTranslator();
  const { t, product: store } = words;
  const { itemName: item } = booking;
  const state = shownState(booking);
  const [outcome, setOutcome] = useState<Outcome>();
  // A card form begins a payment at the provider: not before the buyer turns from cash to card.
  const [cardChosen, setCardChosen] = useState(booking.method !== 'cash');
  const paid = isSale(state) || outcome?.kind === 'recorded';
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
            <Ways booking={booking} onChoose={(way) => setCardChosen((before) => before || way === 'card')}>
              {cardChosen && (
                <CardForm key={booking._id} booking={booking} settings={settings} onOutcome={setOutcome} />
              )}
            </Ways>
          </>
        ) : (
          <EndedPanel state={state} item={item} categoryId={booking.categoryId} />
        )}
      </div>
    </div>
  );
}

function MissingBooking() {
  const { t, product: store } = useTranslator();
  return (
    <>
      <title>{`${t('pay.missingTitle')} · ${store}`}</title>
      <EmptyState
        level={1}
        title={t('pay.missingTitle')}
        picture="/art/cut-horse.svg"
        action={<LinkButton to="/dashboard/myorders">{t('dash.orders')}</LinkButton>}
      >
        {t('pay.missingBody')}
      </EmptyState>
    </>
  );
}

/** The specification fixes the line for taka: the number without grouping. Other currencies have the usual format. */
function payLine({ t, language, currency, money }: Translator, price: number): string {
  if (currency !== TAKA[language]) return t('pay.lineOther', { amount: money(price) });
  const bare = language === 'en' ? String(price) : new Intl.NumberFormat('bn-BD', { useGrouping: false }).format(price);
  return t('pay.line', { price: bare });
}

const TAKA = { en: 'Tk', bn: '৳' };
