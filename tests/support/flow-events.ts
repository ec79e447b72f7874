import type { PaymentFlow } from './payment-flow.ts';

/** Events of a payment that has begun. After each, captured money is a sale, a refund or under review. */
export const EVENTS: Record<string, (flow: PaymentFlow) => Promise<void>> = {
  'nothing happens': async (flow) => {
    await flow.pay();
    await flow.comeBack();
  },
  'the message is lost': async (flow) => {
    await flow.failMessages('drop', 3);
    // bKash takes the money when its buyer is back: the answer is lost, too.
    if (flow.method === 'bkash') await flow.failCalls('taking', 'cut-after');
    await flow.pay();
    if (flow.method === 'bkash') await flow.comeBack();
  },
  'message and return are doubled': async (flow) => {
    await flow.failMessages('double', 3);
    await flow.pay();
    await Promise.all([flow.comeBack(), flow.comeBack(), flow.comeBack()]);
  },
  'the message is late, after the return': async (flow) => {
    await flow.failMessages('delay', 3);
    await flow.pay();
    await flow.comeBack();
  },
  'the message comes before the return': async (flow) => {
    await flow.pay();
    await flow.shop.standIns.sslcommerz.settled();
    // bKash takes the money when its buyer is back: the message comes before the answer.
    if (flow.method === 'bkash') await flow.failCalls('taking', 'late');
    await flow.comeBack();
  },
  'messages are reordered': async (flow) => {
    await flow.failMessages('reorder', 2);
    await flow.pay();
    await flow.comeBack();
    if (flow.method !== 'card') await flow.payAnother();
  },
  'messages are forged': async (flow) => {
    await flow.forge();
    await flow.pay();
    await flow.forge();
    await flow.comeBack();
  },
  'the amount is altered': (flow) => flow.payAltered(),
  'the provider is unavailable': async (flow) => {
    await flow.failMessages('drop', 3);
    await flow.pay();
    await flow.failCalls('taking', 'error-before', 3);
    await flow.failCalls('question', 'cut-before', 3);
    await flow.comeBack();
  },
  'the answer comes late': async (flow) => {
    await flow.failCalls('taking', 'late');
    await flow.failCalls('question', 'late', 2);
    await flow.pay();
    await flow.comeBack();
  },
  'the buyer closes the tab': (flow) => flow.pay(),
  'the refund is slow': async (flow) => {
    await flow.pay();
    await flow.comeBack();
    await flow.failCalls('refund', 'late');
    await flow.callOff();
  },
  'the refund fails, and its answer is lost': async (flow) => {
    await flow.pay();
    await flow.comeBack();
    await flow.failCalls('refund', 'error-before');
    await flow.failCalls('refund', 'cut-after');
    await flow.callOff();
  },
};
