import { poishaOf, takaOf } from '../answer.ts';
import { PayoutRefused, ProviderAway, type ProviderPayouts } from '../provider.ts';
import { type BkashCall, codeOf, OK } from './bkash-api.ts';

/** bKash has sent a payout of this number before. */
const DUPLICATE = '2029';

/** Returns payouts to bKash accounts (B2C). bKash sends one payout for each number. */
export function createPayouts(call: BkashCall): ProviderPayouts {
  return {
    async send({ number, amount, account }) {
      const answer = await call('payment/b2cPayment', {
        amount: takaOf(amount),
        currency: 'BDT',
        merchantInvoiceNumber: number,
        receiverMSISDN: account,
      });
      const code = codeOf(answer);
      if (code === OK && answer.trxID && answer.transactionStatus === 'Completed') {
        if (answer.amount !== undefined && poishaOf(answer.amount) !== amount)
          throw new ProviderAway('bKash sent another amount');
        return { reference: answer.trxID };
      }
      if (code === '' || code === OK || code === DUPLICATE) throw new ProviderAway(`bKash answered ${code}`);
      throw new PayoutRefused(`bKash refused the payout ${number}: ${code}`);
    },
    async find(reference) {
      const answer = await call('general/searchTransaction', { trxID: reference });
      if (codeOf(answer) === '') throw new ProviderAway('bKash gave no status');
      const isSent = codeOf(answer) === OK && answer.trxID === reference && answer.transactionStatus === 'Completed';
      return isSent ? poishaOf(answer.amount ?? '') : undefined;
    },
  };
}
