import type { MessageKey, MessageValues } from '#i18n/messages.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { toast } from '#ui/toast.tsx';
import { asSignedIn } from './api-client.ts';
import { pageTranslator } from './page-translator.ts';

const TOAST_MAX_CHARS = 160;

export interface ActionResult {
  done: boolean;
}

interface ActionToasts {
  done: MessageKey;
  values?: MessageValues;
  /** Shown when the server gives no reason. */
  failed?: MessageKey;
}

/** Sends a change from a browser action and shows a toast with the result. Redirects to the login page without a session. */
export function runAction(
  request: Request,
  send: () => Promise<unknown>,
  { done, values, failed = 'error.unavailable' }: ActionToasts,
): Promise<ActionResult> {
  return asSignedIn(request, async () => {
    const { t } = pageTranslator();
    try {
      await send();
    } catch (error) {
      if (error instanceof CallError && error.status === 401) throw error;
      if (!(error instanceof CallError)) console.error(error);
      const reason = error instanceof CallError ? error.message : '';
      toast.error(reason.slice(0, TOAST_MAX_CHARS) || t(failed));
      return { done: false };
    }
    toast.success(t(done, values));
    return { done: true };
  });
}
