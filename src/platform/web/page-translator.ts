import { pageLanguage, preparedMessages } from './message-loader.ts';
import { createTranslator, type Translator } from './translator.tsx';

/** Returns a translator for use outside components, such as toasts of client actions. It knows no product name and no currency. */
export function pageTranslator(): Translator {
  const language = pageLanguage();
  return createTranslator(language, preparedMessages(language), '{product}', '{currency}');
}
