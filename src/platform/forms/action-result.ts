import { data, isRouteErrorResponse, redirect } from 'react-router';
import type { MessageKey } from '#i18n/messages.ts';
import { failureMessage } from '#platform/web/offline-cache.ts';
import { pageTranslator } from '#platform/web/translator.tsx';
import { toast } from '#ui/toast.tsx';
import type { FormReply } from './form.tsx';

export interface ActionResult {
  done: boolean;
  /** Shown as a toast; on the page itself while its script has not loaded. */
  message?: string;
  /** A link in the toast. */
  link?: { label: string; to: string };
  /** The form with its errors. */
  refused?: FormReply;
  /** The server may have made the change: another attempt needs the same idempotency key. */
  unanswered?: true;
  /** The page that shows the result. */
  to?: string;
}

type ResultOf<A extends ClientActionArgs> = Awaited<ReturnType<A['serverAction']>>;
type ActionAnswer<T> = T | ActionResult | ReturnType<typeof data<ActionResult>> | Response;

interface ClientActionArgs {
  request: Request;
  serverAction(): Promise<ActionResult>;
}

/**
 * Returns the client action of a page: it calls the server's action, shows the message as a toast, and redirects to `to`.
 * `failed` returns the message for a form that did not reach the server; undefined for a form that shows it itself.
 */
export function toastedAction<A extends ClientActionArgs>(
  failed: (form: FormData) => MessageKey | undefined = () => 'error.unavailable',
) {
  return async ({ request, serverAction }: A): Promise<ActionAnswer<ResultOf<A>>> => {
    const sent = request.clone();
    const answering = serverAction() as Promise<ResultOf<A>>;
    const result: ResultOf<A> | ActionResult = await answering.catch(async (error: unknown) => {
      if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
      if (!isRouteErrorResponse(error)) console.error(error);
      const form = await sent.formData();
      return unanswered(form, failed(form), failureMessage(error));
    });
    showToast(result);
    if (result.to) return redirect(result.to);
    // An error status: lists are not loaded again from a server that does not answer.
    return result.unanswered ? data(result, { status: 503 }) : result;
  };
}

/** Returns the client action of a page whose form shows its errors itself. */
export function formAction<A extends ClientActionArgs>() {
  return toastedAction<A>(() => undefined);
}

function unanswered(form: FormData, failed: MessageKey | undefined, reason: MessageKey): ActionResult {
  const key = failed === 'error.unavailable' ? reason : failed;
  const initialValue = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  return {
    done: false,
    refused: { status: 'error', initialValue, error: { '': [key ?? reason] } },
    unanswered: true,
    ...(key && { message: pageTranslator().t(key) }),
  };
}

function showToast({ done, message, link }: ActionResult): void {
  if (!message) return;
  if (done) toast.success(message, link);
  else toast.error(message, link);
}
