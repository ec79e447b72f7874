import { isLanguage } from '#i18n/messages.ts';
import { preparedWords } from './message-loader.ts';
import { createTranslator, type Translator } from './translator.tsx';

/** The page's words outside a component, for the toasts of browser actions. Texts with the store's name or money are not for it. */
export function pageTranslator(): Translator {
  const { lang } = document.documentElement;
  const language = isLanguage(lang) ? lang : 'en';
  return createTranslator(language, preparedWords(language), '{product}', '{currency}');
}
