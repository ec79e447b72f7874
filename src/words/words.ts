import enDesign from './en/design.json' with { type: 'json' };
import enModules from './en/modules.json' with { type: 'json' };
import enSite from './en/site.json' with { type: 'json' };

/** The languages the store speaks, by BCP 47 tag. */
export const LANGUAGES = ['en', 'bn'] as const;
export type Language = (typeof LANGUAGES)[number];

/** English is the measure: a key that is missing in Bangla fails the check. */
export const english = { ...enDesign, ...enSite, ...enModules };
export type WordKey = keyof typeof english;
export type Words = Record<WordKey, string>;
export type WordValues = Record<string, string | number>;

/** Loads a language's words; each is a file of its own, so that a page carries one language only. */
export async function loadWords(language: Language): Promise<Words> {
  return language === 'bn' ? (await import('./bangla.ts')).bangla : english;
}

/** Fills the `{placeholders}` of a text. A value that is not given stays visible, so that a test sees it. */
export function fill(text: string, values: WordValues = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}
