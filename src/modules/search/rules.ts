/** In which order found things stand. By best match they stand by newest where no words are looked for. */
export const SORTS = ['best', 'newest', 'cheap', 'dear'] as const;
export type Sort = (typeof SORTS)[number];

/** "At most so many years of use", as buyers may ask for it; 0 is less than one. */
export const YEARS = [0, 1, 2, 5] as const;

/** What narrows a search, beside its words. */
export const FILTERS = ['category', 'condition', 'price', 'area', 'years', 'verified', 'free'] as const;
export type Filter = (typeof FILTERS)[number];

export const Q_MAX = 100;
/** Words beyond this number are not looked for. */
export const WORDS_MAX = 12;
/** How many areas can be asked for at once, and are offered as options. */
export const AREAS_MAX = 12;
export const AREA_LENGTH = 120;
/** An option says how many things it would leave, counted up to this: beyond it stands "100+". */
export const COUNT_CAP = 100;
/** Everything found is counted up to this. */
export const TOTAL_CAP = 1000;
export const SIMILAR_MAX = 8;
export const SUGGESTED_WORDS = 6;
export const SUGGESTED_CATEGORIES = 3;

/** How many words or short phrases may mean the same, and how long each may be. */
export const SYNONYMS_MAX = 20;
export const SYNONYM_LENGTH = 60;

const BANGLA_ZERO = 0x09e6;

/** Letters of two parts become one; what cannot be told apart looks alike. */
function levelled(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[\u09e6-\u09ef]/g, (digit) => String(digit.charCodeAt(0) - BANGLA_ZERO));
}

/**
 * The words of a text: small letters, digits and Bangla letters, not signs alone that the index leaves out. As
 * `search_plain` of the database has them.
 */
export function wordsOf(text: string): string[] {
  return levelled(text)
    .replaceAll('\u09a1\u09bc', '\u09dc')
    .replaceAll('\u09a2\u09bc', '\u09dd')
    .replaceAll('\u09af\u09bc', '\u09df')
    .replace(/'|\u2019|\u200c|\u200d|\u09bc|\u09f2|\u09f3/g, '')
    .split(/[^a-z0-9\u0980-\u09ff]+/)
    .filter((word) => /[^\u0981\u0983]/.test(word));
}

/** The area of a pick-up point, as it is compared: what stands before its first comma. As `search_area` has it. */
export function areaOf(location: string): string {
  const [area = ''] = location.split(',');
  return levelled(area)
    .replace(/[ \t\n\r\u00a0]+/g, ' ')
    .replace(/^ | $/g, '');
}
