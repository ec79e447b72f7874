/** The colour of the browser's bars in each theme: `--c-canvas` of the tokens, which neither manifest nor `meta` can name. */
export const THEME_COLORS = { light: '#fffaf3', dark: '#19111e' } as const;
