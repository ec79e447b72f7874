import { isLanguage, type Language, loadMessages, type Messages } from '#i18n/messages.ts';

/** The element in which a page brings its words. */
export const PAGE_WORDS = 'words';

const loaded = new Map<Language, Messages>();

/** Loads a language before anything is rendered in it. */
export async function prepareWords(language: Language): Promise<void> {
  if (!loaded.has(language)) loaded.set(language, await loadMessages(language));
}

/** The words of a language that was prepared. */
export function preparedWords(language: Language): Messages {
  const words = loaded.get(language);
  if (!words) throw new Error(`The words of "${language}" are not loaded`);
  return words;
}

/** In the browser: takes the words that came with the page, which are those that it can say. */
export function takePageWords(): void {
  const { lang } = document.documentElement;
  const words = document.getElementById(PAGE_WORDS)?.textContent ?? '{}';
  loaded.set(isLanguage(lang) ? lang : 'en', JSON.parse(words));
}

/** Fetches what the page has not brought, for the next one. Before a page has taken its own there is nothing to wait for. */
export async function allWords(): Promise<void> {
  for (const [language, words] of loaded) Object.assign(words, await loadMessages(language));
}
