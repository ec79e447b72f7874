import { CredentialsRefused, keptFields, poishaOf, takaOf } from '../answer.ts';
import { type PayoutSender, type ProviderBalance, ProviderUnclear, TransferRefused } from '../provider.ts';
import { type BkashCall, codeOf, OK, TokenRequestFailed } from './bkash-api.ts';

/** Refusals of a transfer after which nothing was sent. Any other code leaves the outcome unknown. */
const NOT_SENT = new Set(['2002', '2006', '2007', '2015', '2023', '2065', '2079']);
/** The transaction is not known. */
const UNKNOWN = '2033';
const COMPLETED = 'Completed';
/** Types of transactions that are no payout. */
const OTHER_TYPES = /checkout|refund/i;

/** Returns transfers to wallets (B2C). bKash finds a transfer by its own number only, not by the store's. */
export function createPayouts(call: BkashCall): PayoutSender {
  return { send: (payout) => sendTransfer(call, payout), find: (trxID) => findTransfer(call, trxID) };
}

/** The code of success with the sum is the proof. Without both, the transaction is fetched from bKash. */
async function sendTransfer(call: BkashCall, { number, amount, wallet }: Parameters<PayoutSender['send']>[0]) {
  const request = {
    amount: takaOf(amount),
    currency: 'BDT',
    merchantInvoiceNumber: number,
    receiverMSISDN: wallet,
  };
  const answer = await call('payment/b2cPayment', request).catch((error) => {
    if (error instanceof TokenRequestFailed) throw new TransferRefused('bKash returned no token', { cause: error });
    if (error instanceof CredentialsRefused) throw new TransferRefused('bKash refused the keys', { cause: error });
    throw error;
  });
  const code = codeOf(answer);
  if (NOT_SENT.has(code)) throw new TransferRefused(`bKash refused the transfer ${number}: ${code}`);
  const { trxID, transactionStatus } = answer;
  // An admin finds the transfer by its number. The wallet's number is not kept.
  const named = JSON.stringify(keptFields(answer, ['statusCode', 'errorCode', 'transactionStatus', 'trxID']));
  const unclear = new ProviderUnclear(`bKash answered the transfer ${number} with ${named}`);
  if ((code !== OK && code !== '') || !trxID || transactionStatus !== COMPLETED) throw unclear;
  if (code === OK && poishaOf(answer.amount ?? '') === amount) return trxID;
  const found = await findTransfer(call, trxID);
  if (found?.amount !== amount || found.wallet !== wallet) throw unclear;
  return trxID;
}

async function findTransfer(call: BkashCall, trxID: string) {
  const answer = await call('general/searchTransaction', { trxID });
  const code = codeOf(answer);
  if (code === UNKNOWN) return undefined;
  const { amount, customerMsisdn: wallet, transactionStatus } = answer;
  const poisha = poishaOf(amount ?? '');
  if (code !== OK || answer.trxID !== trxID || poisha === undefined || !wallet)
    throw new ProviderUnclear(`bKash answered the query of a transfer with ${code || 'nothing'}`);
  const isTransfer = !OTHER_TYPES.test(answer.transactionType ?? '');
  return isTransfer && transactionStatus === COMPLETED ? { amount: poisha, wallet } : undefined;
}

/**
 * Returns the merchant's accounts, in poisha. bKash answers at most once a minute, and only to merchants that may send
 * payouts. @throws ProviderUnclear for an answer without readable balances, and as `call` does.
 */
export async function readBalance(call: BkashCall): Promise<ProviderBalance[]> {
  const answer = await call('payment/organizationBalance');
  const unclear = new ProviderUnclear(`bKash answered the query of its balance with ${codeOf(answer) || 'nothing'}`);
  if (!answer.organizationBalance) throw unclear;
  return answer.organizationBalance.map(({ accountTypeName: account, availableBalance, currency }) => {
    const amount = poishaOf(availableBalance);
    if (amount === undefined) throw unclear;
    return { account, amount, currency: currency.toLowerCase() };
  });
}
