import { CardElement, Elements, useElements } from '@stripe/react-stripe-js';
import type { StripeElementLocale } from '@stripe/stripe-js';
import { Lock, ShieldCheck } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field.tsx';
import { mayPay } from '../rules.ts';
import type { PaymentSettings } from './card-provider-script.ts';
import { cardFonts, useCardStyle } from './card-style.ts';
import { DemoCards } from './demo-cards.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import type { Outcome, PayableBooking } from './record-payment.ts';
import { useCheckout } from './use-checkout.ts';
import { usePaymentSetup } from './use-payment-setup.ts';

interface CardFormProps {
  booking: PayableBooking;
  settings: PaymentSettings;
  onOutcome(outcome: Outcome): void;
}

/** The card form. Its fields are the provider's frame, so card data never reaches the store. */
export function CardForm(props: CardFormProps) {
  const { language } = useTranslator();
  const { booking, settings } = props;
  const setup = usePaymentSetup(booking._id, booking.itemPrice, settings);
  return (
    <>
      {settings.sandbox && <DemoCards />}
      <Elements
        stripe={setup.stripe}
        options={{ locale: localeFor(language, settings), ...(setup.stripe && { fonts: cardFonts() }) }}
      >
        <CardFields {...props} setup={setup} />
      </Elements>
    </>
  );
}

/** Stripe has no Bangla: `auto` is the browser's language. The sandbox has it, unlike Stripe's types. */
function localeFor(language: 'en' | 'bn', { sandbox }: PaymentSettings): StripeElementLocale {
  return language === 'bn' && !sandbox ? 'auto' : (language as StripeElementLocale);
}

interface CardFieldsProps extends CardFormProps {
  setup: ReturnType<typeof usePaymentSetup>;
}

function CardFields({ booking, setup, onOutcome }: CardFieldsProps) {
  const { t, translate } = useTranslator();
  const { stripe, clientSecret, problem: setupProblem, retry } = setup;
  const elements = useElements();
  const style = useCardStyle();
  const button = useRef<HTMLButtonElement>(null);
  const [drawn, setDrawn] = useState(false);
  const { checkout, pay } = useCheckout(booking, { onOutcome, onCanceled: retry });
  const { step, problem } = checkout;
  const busy = step !== 'idle';
  const ready = mayPay(checkout, { drawn, clientSecret });

  // The button was disabled while paying and lost the focus.
  useEffect(() => {
    if (problem) button.current?.focus();
  }, [problem]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (stripe && clientSecret && card && ready) pay(stripe, clientSecret, card);
  }

  return (
    <form className="payment-form" onSubmit={submit}>
      <span className="field-label" id="card-label">
        {t('pay.card')}
      </span>
      <fieldset className="payment-card" aria-labelledby="card-label" inert={busy}>
        <CardElement options={{ style, hidePostalCode: true, disableLink: true }} onReady={() => setDrawn(true)} />
      </fieldset>
      {setupProblem ? (
        <Alert tone="error">
          <p>{translate(setupProblem)}</p>
          <Button look="quiet" size="sm" onClick={retry}>
            {t('common.tryAgain')}
          </Button>
        </Alert>
      ) : (
        problem && <FieldError role="alert">{problem}</FieldError>
      )}
      <div>
        <Button
          ref={button}
          type="submit"
          size="lg"
          className="payment-pay"
          disabled={!ready}
          pending={busy}
          pendingLabel={t('pay.pending')}
          aria-describedby="pay-why"
        >
          {t('pay.button')}
        </Button>
        <p className="payment-why" id="pay-why" role="status">
          {step === 'paying' && t('pay.busy')}
          {step === 'recording' && t('pay.recording')}
          {step === 'idle' && !ready && !setupProblem && t('pay.waiting')}
        </p>
      </div>
      <p className="payment-safe">
        <Lock className="icon" aria-hidden />
        {t('pay.safe')}
      </p>
      <p className="payment-safe">
        <ShieldCheck className="icon" aria-hidden />
        {t('pay.hold')}
      </p>
      <LeaveGuard active={busy} />
    </form>
  );
}
