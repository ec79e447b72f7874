import balooBengali from '@fontsource-variable/baloo-da-2/files/baloo-da-2-bengali-wght-normal.woff2?url';
import balooLatin from '@fontsource-variable/baloo-da-2/files/baloo-da-2-latin-wght-normal.woff2?url';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import notoBengali from '@fontsource-variable/noto-sans-bengali/files/noto-sans-bengali-bengali-wght-normal.woff2?url';

/** The two fonts that a page in this language needs first. */
export const FONTS_TO_PRELOAD = { en: [figtree, balooLatin], bn: [balooBengali, notoBengali] };
