import type { Till } from './money-till.ts';

/** Events of a payment that has begun. After each, captured money is a sale, a refund or under review. */
export const EVENTS: Record<string, (till: Till) => Promise<void>> = {
  'nothing happens': async (till) => {
    await till.pay();
    await till.comeBack();
  },
  'the message is lost': async (till) => {
    await till.spoilMessages('drop', 3);
    // Of bKash it is the answer that is lost.
    if (till.method === 'bkash') await till.failCalls('taking', 'cut-after');
    await till.pay();
    if (till.method === 'bkash') await till.comeBack();
  },
  'message and return are doubled': async (till) => {
    await till.spoilMessages('double', 3);
    await till.pay();
    await Promise.all([till.comeBack(), till.comeBack(), till.comeBack()]);
  },
  'the message is late, after the return': async (till) => {
    await till.spoilMessages('delay', 3);
    await till.pay();
    await till.comeBack();
  },
  'the message comes before the return': async (till) => {
    await till.pay();
    await till.shop.standIns.sslcommerz.settled();
    await till.comeBack();
  },
  'messages are reordered': async (till) => {
    await till.spoilMessages('reorder', 2);
    await till.pay();
    await till.comeBack();
  },
  'messages are forged': async (till) => {
    await till.forge();
    await till.pay();
    await till.forge();
    await till.comeBack();
  },
  'the amount is altered': (till) => till.payAltered(),
  'the provider is away': async (till) => {
    await till.spoilMessages('drop', 3);
    await till.pay();
    await till.failCalls('taking', 'error-before', 3);
    await till.failCalls('question', 'cut-before', 3);
    await till.comeBack();
  },
  'the answer comes late': async (till) => {
    await till.failCalls('taking', 'late');
    await till.failCalls('question', 'late', 2);
    await till.pay();
    await till.comeBack();
  },
  'the buyer closes the tab': (till) => till.pay(),
  'the refund is slow': async (till) => {
    await till.pay();
    await till.comeBack();
    await till.failCalls('refund', 'late');
    await till.callOff();
  },
  'the refund fails, and its answer is lost': async (till) => {
    await till.pay();
    await till.comeBack();
    await till.failCalls('refund', 'error-before');
    await till.failCalls('refund', 'cut-after');
    await till.callOff();
  },
};
