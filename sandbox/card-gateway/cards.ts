import { cardError } from './stripe-error.ts';

/** Stripe's code and message for each reason of a decline (https://docs.stripe.com/testing). */
export const DECLINES = {
  generic_decline: { code: 'card_declined', message: 'Your card was declined.' },
  insufficient_funds: { code: 'card_declined', message: 'Your card has insufficient funds.' },
  lost_card: { code: 'card_declined', message: 'Your card was declined.' },
  stolen_card: { code: 'card_declined', message: 'Your card was declined.' },
  expired_card: { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect.", param: 'cvc' },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} as const;

export type Decline = keyof typeof DECLINES;

/** The effect of a charge to a card. It is stored in place of the card number. */
export type Behaviour =
  | 'succeed'
  | 'succeed-then-dispute'
  | 'succeed-with-slow-refunds'
  | Decline
  | 'authenticate'
  | 'authenticate-then-decline';

const TEST_CARDS: Record<string, Behaviour> = {
  '4242424242424242': 'succeed',
  '4000056655665556': 'succeed',
  '5555555555554444': 'succeed',
  '2223003122003222': 'succeed',
  '5200828282828210': 'succeed',
  '5105105105105100': 'succeed',
  '378282246310005': 'succeed',
  '371449635398431': 'succeed',
  '6011111111111117': 'succeed',
  '6011000990139424': 'succeed',
  '3056930009020004': 'succeed',
  '36227206271667': 'succeed',
  '3566002020360505': 'succeed',
  '6200000000000005': 'succeed',
  '4000000000000259': 'succeed-then-dispute',
  '4000000000007726': 'succeed-with-slow-refunds',
  '4000000000000002': 'generic_decline',
  '4000000000009995': 'insufficient_funds',
  '4000000000009987': 'lost_card',
  '4000000000009979': 'stolen_card',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
  '4000002500003155': 'authenticate',
  '4000002760003184': 'authenticate',
  '4000000000003220': 'authenticate',
  '4000008400001629': 'authenticate-then-decline',
};

/** Stripe's test payment methods, for servers without a browser. */
export const TEST_METHODS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_createDispute: '4000000000000259',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_authenticationRequired: '4000002500003155',
};

const BRANDS: [brand: string, pattern: RegExp][] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['discover', /^6(011|5|4[4-9])/],
  ['diners', /^3(0[0-5]|[689])/],
  ['jcb', /^35(2[89]|[3-8])/],
  ['unionpay', /^(62|81)/],
];

interface CardDetails {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc?: string | undefined;
}

export interface AcceptedCard {
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  behaviour: Behaviour;
}

/** Checks the checksum of a card number (ISO/IEC 7812-1). */
function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Checks a card as Stripe does. Returns the part that may be stored. @throws StripeApiError 402 for a refused card */
export function acceptCard(details: CardDetails, now: Date): AcceptedCard {
  const number = details.number.replace(/[\s-]/g, '');
  const { exp_month } = details;
  const exp_year = details.exp_year < 100 ? details.exp_year + 2000 : details.exp_year;
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw cardError('Your card number is incorrect.', { code: 'incorrect_number', param: 'number' });
  const year = now.getUTCFullYear();
  if (exp_year < year || exp_year > year + 50) {
    throw cardError("Your card's expiration year is invalid.", { code: 'invalid_expiry_year', param: 'exp_year' });
  }
  if (exp_month < 1 || exp_month > 12 || (exp_year === year && exp_month < now.getUTCMonth() + 1)) {
    throw cardError("Your card's expiration month is invalid.", { code: 'invalid_expiry_month', param: 'exp_month' });
  }
  const brand = BRANDS.find(([, pattern]) => pattern.test(number))?.[0] ?? 'unknown';
  if (details.cvc !== undefined && !(brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(details.cvc)) {
    throw cardError("Your card's security code is invalid.", { code: 'invalid_cvc', param: 'cvc' });
  }
  const behaviour = TEST_CARDS[number];
  if (behaviour === undefined) {
    const message =
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';
    throw cardError(message, { code: 'card_declined', decline_code: 'live_mode_test_card' });
  }
  return { brand, last4: number.slice(-4), exp_month, exp_year, behaviour };
}
