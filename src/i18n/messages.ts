import type { english } from './english.ts';

/** The languages the store speaks, by BCP 47 tag. */
export const LANGUAGES = ['en', 'bn'] as const;
export type Language = (typeof LANGUAGES)[number];

/** English is the measure: a key that is missing in Bangla fails the check. */
export type Messages = typeof english;
export type MessageKey = keyof Messages;
export type MessageValues = Record<string, string | number>;

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

/** Loads a language's words; each is a chunk of its own, so that a page carries one language only. */
export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'bn' ? (await import('./bangla.ts')).bangla : (await import('./english.ts')).english;
}

/** Fills the `{placeholders}` of a text. A value that is not given stays visible, so that a test sees it. */
export function interpolate(text: string, values: MessageValues = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}
