import type { Language } from '#i18n/messages.ts';
import type { ProsePage } from '../prose.tsx';

const PAGES = import.meta.glob<ProsePage>('./prose/*.json', { eager: true, import: 'default' });

/** Returns a page of text in one language, with its panel; undefined for an unknown slug. */
export function findPage(slug: string, language: Language) {
  const page = PAGES[`./prose/${slug}.json`];
  if (!page) return undefined;
  const { en, bn, ...panel } = page;
  return { ...panel, ...{ en, bn }[language] };
}
