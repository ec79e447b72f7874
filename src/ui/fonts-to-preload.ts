import balooBangla from './fonts/baloo-bangla.woff2?url';
import balooLatin from './fonts/baloo-latin.woff2?url';
import figtree from './fonts/figtree.woff2?url';
import notoBengali from './fonts/noto-sans-bengali.woff2?url';

/** The two fonts that a page in this language needs first. */
export const FONTS_TO_PRELOAD = { en: [figtree, balooLatin], bn: [balooBangla, notoBengali] };
