/** 'best' puts matches in the name before matches in the description. Without words it is the same as 'newest'. */
export const SORTS = ['best', 'newest', 'cheap', 'dear'] as const;
export type Sort = (typeof SORTS)[number];

/** The choices of "at most n years of use"; 0 means less than one year. */
export const YEARS = [0, 1, 2, 5] as const;

/** The price of the filter "Up to Tk 1,000" and of the cheap products on the home page. The index products_newest_cheap has the same. */
export const CHEAP_MAX_TK = 1000;

export const QUERY_MAX_CHARS = 100;
/** Later words are ignored. */
export const QUERY_MAX_WORDS = 12;
/** Areas in one request, and areas offered as options. */
export const MAX_AREAS = 12;
export const AREA_MAX_CHARS = 120;
/** The products of an option are counted up to this number. */
export const OPTION_MAX_COUNT = 100;
export const TOTAL_MAX_COUNT = 1000;
export const MAX_SIMILAR_ITEMS = 8;
export const MAX_SUGGESTED_WORDS = 6;
export const MAX_SUGGESTED_CATEGORIES = 3;
export const MAX_SUGGESTED_ITEMS = 4;
export const SYNONYM_GROUP_MAX_WORDS = 20;
export const SYNONYM_MAX_CHARS = 60;

const BANGLA_ZERO_CODE_POINT = 0x09e6;

function normalized(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[\u09e6-\u09ef]/g, (digit) => String(digit.charCodeAt(0) - BANGLA_ZERO_CODE_POINT));
}

/** Returns the words of a text in lower case, with ASCII digits. The SQL function `search_plain` does the same. */
export function wordsOf(text: string): string[] {
  return normalized(text)
    .replaceAll('\u09a1\u09bc', '\u09dc')
    .replaceAll('\u09a2\u09bc', '\u09dd')
    .replaceAll('\u09af\u09bc', '\u09df')
    .replace(/'|\u2019|\u200c|\u200d|\u09bc|\u09f2|\u09f3/g, '')
    .split(/[^a-z0-9\u0980-\u09ff]+/)
    .filter((word) => /[^\u0981\u0983]/.test(word));
}

/** Returns the area of a pick-up point: the text before its first comma. The SQL function `search_area` does the same. */
export function areaOf(location: string): string {
  const [area = ''] = location.split(',');
  return normalized(area)
    .replace(/[ \t\n\r\u00a0]+/g, ' ')
    .replace(/^ | $/g, '');
}
