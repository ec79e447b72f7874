import { feeOf } from '#modules/bookings/fee.rules.ts';
import type { DisputeDetails } from '#modules/disputes/contract.ts';
import type { Outcome } from '#modules/disputes/rules.ts';
import type { Translator } from '#platform/web/translator.tsx';

/** Returns the effect of an offer. A buyer that did not get the item has no item to keep. */
export function offerText(
  { t }: Pick<Translator, 't'>,
  { buyerName, reason }: Pick<DisputeDetails, 'buyerName' | 'reason'>,
): string {
  const name = buyerName || t('disputes.gone');
  return t(reason === 'not_received' ? 'disputes.offerUnreceived' : 'disputes.offerHint', { name });
}

/** Returns the shares of both sides when the seller accepts the claim: of a part, the seller gets the rest less the fee. */
export function acceptanceText(
  { t, money }: Pick<Translator, 't' | 'money'>,
  dispute: Pick<DisputeDetails, 'itemPrice' | 'amount' | 'fee' | 'buyerName' | 'reason'>,
): string {
  const { itemPrice, amount, fee: booked = 0, buyerName, reason } = dispute;
  const name = buyerName || t('disputes.gone');
  if (amount === undefined) {
    const key = reason === 'not_received' ? 'disputes.acceptUnreceived' : 'disputes.acceptAll';
    return t(key, { name, amount: money(itemPrice) });
  }
  const kept = itemPrice - amount;
  const fee = feeOf({ fee: booked, kept });
  const values = { name, amount: money(amount), rest: money(kept - fee), fee: money(fee) };
  return t(fee > 0 ? 'disputes.acceptPartLessFee' : 'disputes.acceptPart', values);
}

/** Returns the shares of both sides in an outcome of a decision; empty for a part, whose amount is not entered yet. */
export function outcomeText(
  { t, money }: Pick<Translator, 't' | 'money'>,
  dispute: Pick<DisputeDetails, 'itemPrice' | 'fee' | 'buyerName' | 'sellerName'>,
  outcome: Outcome,
): string {
  if (outcome === 'part') return '';
  const { itemPrice, fee = 0 } = dispute;
  const buyer = dispute.buyerName || t('disputes.gone');
  const seller = dispute.sellerName || t('disputes.gone');
  return outcome === 'refund'
    ? t('disputes.outcomeGets', { name: buyer, amount: money(itemPrice), other: seller })
    : t('disputes.outcomeGets', { name: seller, amount: money(itemPrice - fee), other: buyer });
}
