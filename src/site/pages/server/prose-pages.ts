import type { Language } from '#i18n/messages.ts';
import type { ProsePage } from '../prose.tsx';

const PAGES = import.meta.glob<ProsePage>('./prose/*.json', { eager: true, import: 'default' });

/** Returns a page of text in one language, with its panel; undefined for an unknown slug. `demo`: with its paragraphs. */
export function findPage(slug: string, { language, demo }: { language: Language; demo: boolean }) {
  const page = PAGES[`./prose/${slug}.json`];
  if (!page) return undefined;
  const { en, bn, ...panel } = page;
  const text = { en, bn }[language];
  const sections = text.sections.map(({ body, ...section }) => ({
    ...section,
    body: body.flatMap((block) => (typeof block === 'string' || 'list' in block ? block : demo ? block.demo : [])),
  }));
  return { ...panel, ...text, sections };
}
