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
