import './method-choice.css';
import { Banknote, CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Order } from '#modules/bookings/contract.ts';
import { isPageMethod, type Method } from '#modules/bookings/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { PaymentSettings } from './card-provider-script.ts';
import { CashMethod } from './cash-method.tsx';
import { WalletForm } from './wallet-form.tsx';

interface MethodChoiceProps {
  booking: Pick<Order, '_id' | 'method' | 'cash'>;
  methods: PaymentSettings['methods'];
  /** The method that is chosen at first. */
  first: Method | undefined;
  /** The result of an earlier attempt, in the part of the first method. */
  notice?: ReactNode;
  /** The form of a card. */
  children: ReactNode;
  onChoose(method: Method): void;
}

/** The marks of methods without a provider's name. */
const SIGNS = { card: <CreditCard className="icon" />, cash: <Banknote className="icon" /> };

/** Returns the method that is chosen when the page opens: the booking's own, else the first one. */
export function firstMethod(method: Method | undefined, methods: PaymentSettings['methods']): Method | undefined {
  const offered = methods.map((one) => one.method);
  if (method && offered.includes(method)) return method;
  return offered[0];
}

/** The payment methods, and the part of the chosen one, which the styles show by the checked button. */
export function MethodChoice({ booking, methods, first, notice, children, onChoose }: MethodChoiceProps) {
  const { t } = useTranslator();
  const { cash } = booking;
  const mayPayCash = booking.method === 'cash' || cash.offered;
  const isOff = (method: Method) => method === 'cash' && !mayPayCash;
  return (
    <div className="methods">
      <fieldset>
        <legend className="field-label">{t('pay.how')}</legend>
        {methods.map(({ method }) => (
          <label key={method} data-off={isOff(method) || undefined}>
            <input
              type="radio"
              name="method"
              value={method}
              defaultChecked={method === first}
              disabled={isOff(method)}
              onChange={() => onChoose(method)}
            />
            <b>{t(method === 'card' ? 'pay.cardMethod' : `pay.${method}`)}</b>
            <small>{isOff(method) && cash.reason ? t(`pay.cash.${cash.reason}`) : t(`pay.${method}Hint`)}</small>
            <span className="methods-mark" aria-hidden>
              {isPageMethod(method) ? t(`pay.name.${method}`) : SIGNS[method]}
            </span>
          </label>
        ))}
      </fieldset>
      {methods.map(({ method }) => (
        <div key={method} className="methods-part">
          {isPageMethod(method) ? (
            <WalletForm bookingId={booking._id} method={method}>
              {method === first && notice}
            </WalletForm>
          ) : (
            method === first && notice
          )}
          {method === 'card' && children}
          {method === 'cash' && mayPayCash && <CashMethod booking={booking} />}
        </div>
      ))}
    </div>
  );
}
