import { z } from 'zod';
import { CredentialsRefused, fetchAnswer } from '../answer.ts';
import { ProviderUnavailable } from '../provider.ts';
import type { BkashKeys } from './bkash-keys.ts';
import { createTokens } from './bkash-token.ts';

/** The fields that the store reads, of all answers of bKash. Failures come with the status 200, too. */
const answerShape = z.object({
  statusCode: z.string().optional(),
  statusMessage: z.string().optional(),
  errorCode: z.string().optional(),
  paymentID: z.string().optional(),
  bkashURL: z.string().optional(),
  trxID: z.string().optional(),
  refundTrxID: z.string().optional(),
  originalTrxID: z.string().optional(),
  amount: z.coerce.string().optional(),
  currency: z.string().optional(),
  customerMsisdn: z.string().optional(),
  transactionStatus: z.string().optional(),
  transactionType: z.string().optional(),
  merchantInvoiceNumber: z.string().optional(),
  /** The name of the same number in some answers to `payment/status`. */
  merchantInvoice: z.string().optional(),
  paymentExecuteTime: z.string().optional(),
  paymentCreateTime: z.string().optional(),
  completedTime: z.string().optional(),
  organizationBalance: z
    .array(z.object({ accountTypeName: z.string(), availableBalance: z.coerce.string(), currency: z.string() }))
    .optional(),
});
export type BkashAnswer = z.infer<typeof answerShape>;

export const OK = '0000';
/** In the spellings of both products. */
const TOKEN_REFUSALS = new Set(['2079', '401', 'Unauthorized']);

/** bKash gave no token, so the call was not sent. */
export class TokenRequestFailed extends ProviderUnavailable {}

/** Without a body it is a GET request. */
export type BkashCall = (path: string, body?: object) => Promise<BkashAnswer>;

/**
 * Returns a function that calls bKash with its token. A refused token is renewed once: a refused call had no effect.
 * @throws ProviderUnavailable when the outcome is unknown, CredentialsRefused when the second token is refused by the status.
 */
export function createCalls(keys: BkashKeys): BkashCall {
  const tokens = createTokens(keys);

  async function send(path: string, body?: object) {
    const token = await tokens.get().catch((error) => {
      throw error instanceof ProviderUnavailable ? new TokenRequestFailed(error) : error;
    });
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: token,
      'x-app-key': keys.appKey,
    };
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetchAnswer(`${keys.base}/${path}`, request, answerShape).catch((error) => {
      // The gateway before bKash refuses by the status alone.
      if (error instanceof CredentialsRefused) return error;
      throw error;
    });
    return { token, answer };
  }

  return async (path, body) => {
    const { token, answer: first } = await send(path, body);
    if (!(first instanceof CredentialsRefused || TOKEN_REFUSALS.has(codeOf(first)))) return first;
    tokens.drop(token);
    const { answer: second } = await send(path, body);
    if (second instanceof CredentialsRefused) throw second;
    return second;
  };
}

/** Returns the status code of an answer; empty without one. */
export function codeOf({ statusCode, errorCode }: BkashAnswer): string {
  return statusCode ?? errorCode ?? '';
}
