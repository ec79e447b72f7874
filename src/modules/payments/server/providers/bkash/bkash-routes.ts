import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { serve } from '#platform/http/serve.ts';
import { bookingOf, transactionIdOf } from '../answer.ts';
import type { ProviderCallbacks } from '../provider.ts';
import { bkashReturn, bkashWebhook } from './bkash.contract.ts';
import { createCertificates, fetchSns, isSnsUrl, readSns } from './sns.ts';

const PAYMENT_ID = /^[A-Za-z0-9_-]{6,255}$/;
/**
 * The part of a notification that names a payment: by its number, or by its transaction and the number of the store. Its other
 * fields are not used.
 */
const notification = z.object({
  paymentID: z.string().regex(PAYMENT_ID).optional(),
  trxID: z.string().optional(),
  merchantInvoiceNumber: z.string().optional(),
});

/** Serves the callback of bKash's payment page, and bKash's notifications. */
export function bkashRoutes(app: FastifyInstance, callbacks: ProviderCallbacks, topicArn: string | undefined): void {
  const fetchCertificate = createCertificates();
  serve(app, bkashReturn, ({ query: { paymentID, status } }) => {
    const reference = paymentID && PAYMENT_ID.test(paymentID) ? paymentID : undefined;
    return callbacks.handleRedirect(
      reference,
      status === 'success' ? 'agreed' : status === 'failure' ? 'refused' : 'left',
    );
  });

  app.register(async (scope) => {
    // Amazon sends JSON as text.
    scope.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, text, done) => done(null, text));
    serve(scope, bkashWebhook, async ({ request }) => {
      const message = await readSns(request.body, topicArn, (url) => fetchCertificate(url, request.ip));
      if (message.Type === 'SubscriptionConfirmation' && message.SubscribeURL && isSnsUrl(message.SubscribeURL))
        await fetchSns(message.SubscribeURL);
      if (message.Type === 'Notification') await handleContent(callbacks, message.Message);
      return { received: true };
    });
  });
}

async function handleContent(callbacks: ProviderCallbacks, content: string): Promise<void> {
  const { data: { paymentID, trxID, merchantInvoiceNumber = '' } = {} } = notification.safeParse(contentOf(content));
  if (paymentID) return callbacks.handleNotification(paymentID);
  const [transaction, bookingId] = [transactionIdOf(trxID), bookingOf(merchantInvoiceNumber)];
  if (transaction && bookingId) await callbacks.handleTransaction(transaction, bookingId);
}

function contentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
