import type { ReactNode } from 'react';
import { useFetcher } from 'react-router';
import type { PageMethod } from '#modules/bookings/rules.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { useFormKey, useReply } from '#platform/forms/before-script.tsx';
import { Button } from '#ui/button.tsx';

interface MethodFormProps {
  bookingId: string;
  method: PageMethod | 'cash';
  label: string;
  pendingLabel: string;
  icon?: ReactNode;
  /** The explanation of the method, above the button. */
  children: ReactNode;
  note?: ReactNode;
}

/**
 * Sends the choice of a method to the page of the order. A refusal is a toast; without a script, the page of the order
 * shows it. The button is pending until the browser has left.
 */
export function MethodForm({ bookingId, method, label, pendingLabel, icon, children, note }: MethodFormProps) {
  const fetcher = useFetcher<ActionResult>();
  const reply = useReply(fetcher);
  return (
    <fetcher.Form method="post" action={`/dashboard/myorders/${bookingId}`} className="payment-form">
      <input type="hidden" name="intent" value={method} />
      <input type="hidden" name="key" value={useFormKey(reply)} />
      {children}
      <Button
        type="submit"
        size="lg"
        className="payment-pay"
        pending={fetcher.state !== 'idle'}
        pendingLabel={pendingLabel}
        icon={icon}
      >
        {label}
      </Button>
      {note}
    </fetcher.Form>
  );
}
