// Formats and checks the number, date and code of a card.

const BRANDS = [
  { brand: 'visa', pattern: /^4/, lengths: [16], groups: [4, 4, 4, 4] },
  {
    brand: 'mastercard',
    pattern: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: [4, 4, 4, 4],
  },
  { brand: 'amex', pattern: /^3[47]/, lengths: [15], groups: [4, 6, 5] },
  { brand: 'discover', pattern: /^6(011|5|4[4-9])/, lengths: [16], groups: [4, 4, 4, 4] },
  { brand: 'diners', pattern: /^3(0[0-5]|[689])/, lengths: [14], groups: [4, 6, 4] },
  { brand: 'jcb', pattern: /^35(2[89]|[3-8])/, lengths: [16], groups: [4, 4, 4, 4] },
  { brand: 'unionpay', pattern: /^(62|81)/, lengths: [16, 17, 18, 19], groups: [4, 4, 4, 4, 3] },
];
const UNKNOWN = { brand: 'unknown', lengths: [16], groups: [4, 4, 4, 4] };

/** Returns the digits of a text; Bangla digits (০–৯) as ASCII. */
export function digitsOf(text) {
  return text.replace(/[\u09e6-\u09ef]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6)).replace(/\D/g, '');
}

/** Returns the network of a card number, by its first digits. */
export function networkOf(number) {
  return BRANDS.find(({ pattern }) => pattern.test(number)) ?? UNKNOWN;
}

/** Returns `4242 4242 4242 4242` for `4242424242424242`. */
export function formatNumber(digits) {
  const { groups, lengths } = networkOf(digits);
  let rest = digits.slice(0, Math.max(...lengths));
  const parts = [];
  for (const size of groups) {
    if (rest === '') break;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return parts.join(' ');
}

/** Returns the digits of a date as MMYY: `5` is May, `12/2030` (which browsers autofill) is December 2030. */
export function expiryDigits(digits) {
  const month = /^([2-9]|1[3-9])/.test(digits) ? `0${digits}` : digits;
  return /^\d{2}20\d{2}$/.test(month) ? month.slice(0, 2) + month.slice(4) : month.slice(0, 4);
}

/** Returns `12 / 30` for `1230`. */
export function formatExpiry(digits) {
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/** Returns whether a card number is complete, with the code of its error. `wrong`: more digits do not help. */
export function checkNumber(digits) {
  const { lengths } = networkOf(digits);
  if (!lengths.includes(digits.length)) return { complete: false, error: 'incomplete_number' };
  return passesLuhn(digits) ? { complete: true } : { complete: false, wrong: true, error: 'invalid_number' };
}

/** Returns whether MMYY is a complete date from this month to 50 years ahead, with the code of its error. */
export function checkExpiry(digits, today) {
  if (digits.length < 4) return { complete: false, error: 'incomplete_expiry' };
  const month = Number(digits.slice(0, 2));
  const year = 2000 + Number(digits.slice(2));
  const wrong = (error) => ({ complete: false, wrong: true, error });
  if (month < 1 || month > 12) return wrong('invalid_expiry_month');
  if (year < today.getFullYear()) return wrong('invalid_expiry_year_past');
  if (year > today.getFullYear() + 50) return wrong('invalid_expiry_year');
  if (year === today.getFullYear() && month < today.getMonth() + 1) return wrong('invalid_expiry_month_past');
  return { complete: true };
}

/** Returns how many digits the card's code has. */
export function codeLength(number) {
  return networkOf(number).brand === 'amex' ? 4 : 3;
}

/** Returns whether the card's code is complete, with the code of its error. */
export function checkCode(digits, number) {
  const minDigits = Math.min(3, codeLength(number));
  return digits.length < minDigits ? { complete: false, error: 'incomplete_cvc' } : { complete: true };
}

function passesLuhn(number) {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
