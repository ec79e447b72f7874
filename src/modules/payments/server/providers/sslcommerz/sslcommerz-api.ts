import { z } from 'zod';
import { fetchAnswer } from '../answer.ts';
import { ProviderUnavailable } from '../provider.ts';
import type { SslcommerzKeys } from './sslcommerz-keys.ts';

const text = z.coerce.string().optional();

/** A transaction, as the query and the validation tell it. */
const transaction = z.object({
  status: text,
  tran_id: text,
  val_id: text,
  amount: text,
  store_amount: text,
  currency: text,
  currency_type: text,
  currency_amount: text,
  bank_tran_id: text,
  card_type: text,
  risk_level: text,
  risk_title: text,
  tran_date: text,
  value_a: text,
});
export type Transaction = z.infer<typeof transaction>;

const sessionAnswer = z.object({ status: text, failedreason: text, GatewayPageURL: text, sessionkey: text });
const queryAnswer = z.object({
  APIConnect: text,
  no_of_trans_found: z.coerce.number().optional(),
  element: z.array(transaction).optional(),
});
const validationAnswer = transaction.extend({ APIConnect: text });
const refundAnswer = z.object({ APIConnect: text, status: text, refund_ref_id: text, errorReason: text });
export type RefundAnswer = z.infer<typeof refundAnswer>;

const QUERY_PATH = 'validator/api/merchantTransIDvalidationAPI.php';

/** Returns the calls of SSLCommerz. Its GET requests carry the password: no URL is logged. */
export function createSslcommerzCalls(keys: SslcommerzKeys) {
  const credentials = { store_id: keys.storeId, store_passwd: keys.storePassword };
  function get<T>(path: string, query: Record<string, string>, shape: z.ZodType<T>): Promise<T> {
    const all = new URLSearchParams({ ...query, ...credentials, v: '1', format: 'json' });
    return fetchAnswer(`${keys.base}/${path}?${all}`, { headers: { accept: 'application/json' } }, shape);
  }
  return {
    async begin(fields: Record<string, string>) {
      const sent = { ...credentials, ...fields };
      const request = { method: 'POST', body: new URLSearchParams(sent) };
      const answer = await fetchAnswer(`${keys.base}/gwprocess/v4/api.php`, request, sessionAnswer);
      return { ...answer, failedreason: withoutSecrets(answer.failedreason, sent) };
    },
    /** Returns the transactions of our number. */
    async transactionsOf(tranId: string): Promise<Transaction[]> {
      const answer = await get(QUERY_PATH, { tran_id: tranId }, queryAnswer);
      assertConnected(answer);
      return answer.element ?? [];
    },
    /** Returns the validated payment; undefined when it is not valid. */
    async validate(valId: string): Promise<Transaction | undefined> {
      const answer = await get('validator/api/validationserverAPI.php', { val_id: valId }, validationAnswer);
      return answer.status === 'VALID' || answer.status === 'VALIDATED' ? answer : undefined;
    },
    async refund(query: Record<string, string>) {
      const answer = await get(QUERY_PATH, query, refundAnswer);
      assertConnected(answer);
      return { ...answer, errorReason: withoutSecrets(answer.errorReason, credentials) };
    },
    async refundState(ref: string) {
      const answer = await get(QUERY_PATH, { refund_ref_id: ref }, refundAnswer);
      assertConnected(answer);
      return answer;
    },
  };
}
export type SslcommerzCalls = ReturnType<typeof createSslcommerzCalls>;

const REASON_MAX_CHARS = 200;

/** Returns free text for the log, without numbers and without the credentials and the person of the request. */
function withoutSecrets(reason = '', sent: Record<string, string>): string {
  const secrets = Object.entries(sent).flatMap(([name, value]) => (/^(store|cus)_/.test(name) && value ? value : []));
  // The longest first: one may be a part of another.
  const inOrder = secrets.toSorted((one, other) => other.length - one.length);
  const clean = inOrder.reduce((text, secret) => text.replaceAll(secret, '[…]'), reason);
  return clean.slice(0, REASON_MAX_CHARS).replace(/\d{4,}/g, '[number]');
}

/** Refuses an answer in which `APIConnect` is not `DONE`: it does not describe the payment. */
function assertConnected({ APIConnect }: { APIConnect?: string | undefined }): void {
  if (APIConnect !== 'DONE') throw new ProviderUnavailable(`SSLCommerz answered ${APIConnect ?? 'nothing'}`);
}
