export const LONG = 'x'.repeat(5000);
export const NOT_TEXT = ['', '   ', 5, null, {}, LONG, 'a\u0000b', 'a\ud800b'];
export const NOT_WORDY = [...NOT_TEXT, 'too short'];
export const NOT_PRICE = ['', 'cheap', 0, -1, '0', '1e3', 'Infinity', '0x10', 1.005, 10_000_000.01, null, true, [5]];
export const NOT_PHONE = ['', '12345', '01212345678', '+8801712345', '017123456789', 'phone', 5, null, LONG];
export const NOT_WORDS = [null, 5, 'pram', [], ['pram'], Array.from({ length: 21 }, (_, n) => `pram ${n}`)];
export const NOT_YEARS = ['many', -1, 30.1, '31', null];
