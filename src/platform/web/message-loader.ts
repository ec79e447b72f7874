import { isLanguage, type Language, loadMessages, type Messages } from '#i18n/messages.ts';

/** Id of the element that holds the page's texts as JSON. */
export const MESSAGES_ID = 'messages';

const loaded = new Map<Language, Messages>();

/** Loads all texts of a language, once. Rendering in a language needs it before. */
export async function prepareMessages(language: Language): Promise<void> {
  if (!loaded.has(language)) loaded.set(language, await loadMessages(language));
}

/** Returns the texts of a language. @throws Error when they are not loaded. */
export function preparedMessages(language: Language): Messages {
  const messages = loaded.get(language);
  if (!messages) throw new Error(`The texts of "${language}" are not loaded`);
  return messages;
}

/** In the browser: reads the texts that the document holds for its own page. */
export function readPageMessages(): void {
  const messages = document.getElementById(MESSAGES_ID)?.textContent ?? '{}';
  loaded.set(pageLanguage(), JSON.parse(messages));
}

/** In the browser: adds the texts of all other pages. @throws TypeError when the network is unavailable. */
export async function loadAllMessages(): Promise<void> {
  const language = pageLanguage();
  Object.assign(preparedMessages(language), await loadMessages(language));
}

/** Returns the language of the current document. */
export function pageLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}
