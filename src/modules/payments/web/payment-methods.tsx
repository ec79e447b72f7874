import './ways.css';
import { Banknote, CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Order } from '#modules/bookings/contract.ts';
import { isPageMethod, type Method } from '#modules/bookings/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { PaymentSettings } from './card-provider-script.ts';
import { CashWay } from './cash-way.tsx';
import { WalletForm } from './wallet-form.tsx';

interface WaysProps {
  booking: Pick<Order, '_id' | 'method' | 'cash'>;
  ways: PaymentSettings['ways'];
  /** The way that is chosen at first. */
  first: Method | undefined;
  /** The form of a card. */
  children: ReactNode;
  onChoose(way: Method): void;
}

/** The marks of ways without a provider's name. */
const SIGNS = { card: <CreditCard className="icon" />, cash: <Banknote className="icon" /> };

/** Returns the way that is chosen when the page opens: the booking's own, else the first one. */
export function firstWay(method: Method | undefined, ways: PaymentSettings['ways']): Method | undefined {
  const offered = ways.map((way) => way.method);
  if (method && offered.includes(method)) return method;
  return offered[0];
}

/** The ways to pay, and the part of the chosen one, which the styles show by the checked button. */
export function Ways({ booking, ways, first, children, onChoose }: WaysProps) {
  const { t } = useTranslator();
  const { method, cash } = booking;
  const mayPayCash = method === 'cash' || cash.offered;
  const isOff = (way: Method) => way === 'cash' && !mayPayCash;
  return (
    <div className="ways">
      <fieldset>
        <legend className="field-label">{t('pay.how')}</legend>
        {ways.map(({ method: way }) => (
          <label key={way} data-off={isOff(way) || undefined}>
            <input
              type="radio"
              name="way"
              value={way}
              defaultChecked={way === first}
              disabled={isOff(way)}
              onChange={() => onChoose(way)}
            />
            <b>{t(way === 'card' ? 'pay.cardWay' : `pay.${way}`)}</b>
            <small>{isOff(way) && cash.reason ? t(`pay.cash.${cash.reason}`) : t(`pay.${way}Hint`)}</small>
            <span className="ways-mark" aria-hidden>
              {isPageMethod(way) ? t(`pay.name.${way}`) : SIGNS[way]}
            </span>
          </label>
        ))}
      </fieldset>
      {ways.map(({ method: way }) => (
        <div key={way} className="ways-part">
          {way === 'card' && children}
          {way === 'cash' && mayPayCash && <CashWay booking={booking} />}
          {isPageMethod(way) && <WalletForm bookingId={booking._id} way={way} />}
        </div>
      ))}
    </div>
  );
}
