import type { Messages } from './english.ts';

/** The languages of the store, by BCP 47 tag. */
const LANGUAGES = ['en', 'bn'] as const;
export type Language = (typeof LANGUAGES)[number];

export type { Messages };
export type MessageKey = keyof Messages;
export type MessageValues = Record<string, string | number>;

/** Whether a value is the tag of a language of the store. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

/** Loads all texts of a language. In the browser each language is a chunk of its own. */
export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'bn' ? (await import('./bangla.ts')).bangla : (await import('./english.ts')).english;
}

/** Fills the `{placeholders}` of a text. A placeholder without a value stays visible. */
export function interpolate(text: string, values: MessageValues = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}
