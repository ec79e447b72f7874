import { type Language, loadWords, type Words } from '../../words/words.ts';

const loaded = new Map<Language, Words>();

/** Loads a language before anything is rendered in it. */
export async function prepareWords(language: Language): Promise<void> {
  if (!loaded.has(language)) loaded.set(language, await loadWords(language));
}

/** The words of a language that was prepared. */
export function preparedWords(language: Language): Words {
  const words = loaded.get(language);
  if (!words) throw new Error(`The words of "${language}" are not loaded`);
  return words;
}
