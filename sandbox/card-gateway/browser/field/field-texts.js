// The texts of the card field. The English ones are Stripe's.

const TEXTS = {
  en: {
    number: 'Credit or debit card number',
    expiry: 'Credit or debit card expiration date',
    cvc: 'Credit or debit card CVC/CVV',
    numberHint: 'Card number',
    expiryHint: 'MM / YY',
    cvcHint: 'CVC',
    incomplete_number: 'Your card number is incomplete.',
    invalid_number: 'Your card number is invalid.',
    incomplete_expiry: "Your card's expiration date is incomplete.",
    invalid_expiry_month: "Your card's expiration date is invalid.",
    invalid_expiry_year: "Your card's expiration year is invalid.",
    invalid_expiry_month_past: "Your card's expiration date is in the past.",
    invalid_expiry_year_past: "Your card's expiration year is in the past.",
    incomplete_cvc: "Your card's security code is incomplete.",
  },
  bn: {
    number: 'কার্ডের নম্বর',
    expiry: 'কার্ডের মেয়াদ শেষের তারিখ',
    cvc: 'কার্ডের নিরাপত্তা কোড (CVC)',
    numberHint: 'কার্ড নম্বর',
    expiryHint: 'MM / YY',
    cvcHint: 'CVC',
    incomplete_number: 'আপনার কার্ডের নম্বর সম্পূর্ণ নয়।',
    invalid_number: 'আপনার কার্ডের নম্বর সঠিক নয়।',
    incomplete_expiry: 'আপনার কার্ডের মেয়াদের তারিখ সম্পূর্ণ নয়।',
    invalid_expiry_month: 'আপনার কার্ডের মেয়াদের তারিখ সঠিক নয়।',
    invalid_expiry_year: 'আপনার কার্ডের মেয়াদের বছর সঠিক নয়।',
    invalid_expiry_month_past: 'আপনার কার্ডের মেয়াদ শেষ হয়ে গেছে।',
    invalid_expiry_year_past: 'আপনার কার্ডের মেয়াদের বছর পার হয়ে গেছে।',
    incomplete_cvc: 'আপনার কার্ডের নিরাপত্তা কোড সম্পূর্ণ নয়।',
  },
};

/** Returns the texts of a locale such as `en` or `bn-BD`; English ones for an unknown locale. */
export function textsFor(locale) {
  const language = String(locale ?? '').split('-')[0];
  const known = Object.hasOwn(TEXTS, language) ? language : 'en';
  return { language: known, texts: TEXTS[known] };
}
