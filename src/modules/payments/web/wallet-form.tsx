import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { useFormKey, useReply } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';

/** Ways whose payment is made on the page of a provider. */
export type Wallet = 'bkash' | 'sslcommerz';

/**
 * Sends the choice to the page of the order, which leads to the provider's page. The button is pending until the browser has
 * left.
 */
export function WalletForm({ bookingId, way }: { bookingId: string; way: Wallet }) {
  const { t } = useTranslator();
  const fetcher = useFetcher<ActionResult>();
  const reply = useReply(fetcher);
  const problem = fetcher.state === 'idle' && reply?.done === false ? reply.message : undefined;
  return (
    <fetcher.Form method="post" action={`/dashboard/myorders/${bookingId}`} className="payment-form">
      <input type="hidden" name="intent" value={way} />
      <input type="hidden" name="key" value={useFormKey(reply)} />
      <p>{t(`pay.${way}Body`)}</p>
      {problem && (
        <p className="field-error" role="alert">
          <TriangleAlert className="icon" aria-hidden />
          {problem}
        </p>
      )}
      <Button
        type="submit"
        size="lg"
        className="payment-pay"
        pending={fetcher.state !== 'idle'}
        pendingLabel={t('pay.leaving')}
      >
        {t(`pay.${way}Go`)}
      </Button>
      <p className="payment-safe">
        <ShieldCheck className="icon" aria-hidden />
        {t('pay.hold')}
      </p>
    </fetcher.Form>
  );
}
