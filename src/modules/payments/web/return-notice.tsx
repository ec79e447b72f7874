import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import type { PageMethod } from '#modules/bookings/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { FieldError } from '#ui/field.tsx';
import type { PaymentCheck } from './use-payment-check.ts';

/** Says that the buyer returned from a provider without paying, or why the provider refused the payment. */
export function ReturnNotice(props: { method: PageMethod; check: PaymentCheck | undefined; refused: boolean }) {
  const { method, check, refused } = props;
  const { t } = useTranslator();
  const values = { method: t(`pay.name.${method}`) };
  const hasEnded = check?.state === 'failed' || check?.state === 'cancelled';
  // The back button returns to this URL from the next payment. With these parameters the page would check that payment too.
  useEffect(() => {
    if (!hasEnded) return;
    const url = new URL(location.href);
    for (const name of ['back', 'refused']) url.searchParams.delete(name);
    history.replaceState(history.state, '', url);
  }, [hasEnded]);
  const notice = useRef<HTMLDivElement & HTMLParagraphElement>(null);
  const { state } = useRevalidator();
  const hasLoaded = useRef(false);
  const shown = useRef<PaymentCheck>(undefined);
  // The page loads again after the answer of the provider. Until then the router may restore a scroll position. Later
  // loads do not scroll.
  useEffect(() => {
    if (state !== 'idle') hasLoaded.current = true;
    else if (check && shown.current !== check) {
      notice.current?.scrollIntoView({ block: 'nearest' });
      if (hasLoaded.current) shown.current = check;
    }
  }, [check, state]);
  if (!hasEnded) return null;
  if (!check.refusal && check.state !== 'failed' && !refused)
    return (
      <Alert tone="info" ref={notice}>
        {t('pay.cancelled', values)}
      </Alert>
    );
  return (
    <FieldError role="alert" ref={notice}>
      {t(check.refusal ? `pay.refused.${check.refusal}` : 'pay.e.wallet', values)}
    </FieldError>
  );
}
