/** Patterns of secrets, with their replacements. Each is bounded or anchored, so that no line takes long. */
const SECRETS: [RegExp, string][] = [
  // Fields of JSON, in a message also with their quotation marks escaped.
  [
    /(\\{0,4}"(?:\w{0,20}passw(?:or)?d|\w{0,20}token|\w{0,20}secret|authorization|cookie)\\{0,4}"\s?:\s?\\{0,4}")[^"\\]+/gi,
    '$1[secret]',
  ],
  [/\b(Bearer|Basic) [\w.~+/=-]{8,}/gi, '$1 [secret]'],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  // Client secrets and keys of the card provider.
  [/\b((?:pi|seti)_\w{1,60}?)_secret_\w+/g, '$1_secret_[secret]'],
  [/\b(sk|rk|whsec)_\w{8,}/g, '$1_[secret]'],
  [/(?<![\w-])([\w-]{0,20}(?:token|code|state|key|passw(?:or)?d)=)[^&\s"'\\]+/gi, '$1[secret]'],
  // The password in a URL of the database or the mail server.
  [/(:\/\/[^\s:/@"]{1,100}:)[^\s/@"]{1,200}(?=@)/g, '$1[secret]'],
  [/(?<!\d)(?:\+?88[\s-]?)?0[\s-]?1[3-9](?:[\s-]?\d){8}(?!\d)/g, '[phone]'],
];

/** Text that can contain an e-mail address. */
const WORD = /[^\s/"'<>=(),:;[\]\\]+/g;
const IN_EMAIL = /.(?:@|%40)./i;

/** A number as long as a card's, except a JSON number, such as a time. */
const LONG_NUMBER = /(?<![\d.]|[^\\]":)\d(?:[ -]?\d){12,18}(?!\d)/g;

/** Returns a log line without e-mail addresses, phone numbers, card numbers, tokens, keys and passwords. */
export function redact(line: string): string {
  let clean = line;
  for (const [secret, instead] of SECRETS) clean = clean.replace(secret, instead);
  if (IN_EMAIL.test(clean)) clean = clean.replace(WORD, (word) => (IN_EMAIL.test(word) ? '[e-mail]' : word));
  return clean.replace(LONG_NUMBER, (number) => (isCard(number) ? '[card]' : number));
}

/** Checks the check digit of a card number (ISO/IEC 7812-1, annex B). */
function isCard(number: string): boolean {
  const digits = [...number.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((sum, digit, at) => sum + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return sum % 10 === 0;
}
