import { interpolate, type Language } from '#i18n/messages.ts';
import type { RootData } from '#platform/contract/page.ts';
import type { ProsePage } from '../prose.tsx';

const PAGES = import.meta.glob<ProsePage>('./prose/*.json', { eager: true, import: 'default' });

type Store = Pick<RootData, 'demo' | 'business'>;
type Block = ProsePage['en']['sections'][number]['body'][number];

/** Returns a page of text in one language, with its panel and the paragraphs of this store; undefined for an unknown slug. */
export function findPage(slug: string, { language, ...store }: { language: Language } & Store) {
  const page = PAGES[`./prose/${slug}.json`];
  if (!page) return undefined;
  const { en, bn, ...panel } = page;
  const text = { en, bn }[language];
  const sections = text.sections.map(({ body, ...section }) => ({
    ...section,
    body: body.flatMap((block) => shownBlock(block, store)),
  }));
  return { ...panel, ...text, sections };
}

function shownBlock(block: Block, { demo, business }: Store) {
  if (typeof block === 'string' || 'list' in block) return block;
  if ('demo' in block) return demo ? block.demo : [];
  if ('unnamed' in block) return demo || business ? [] : block.unnamed;
  return business ? interpolate(block.business, { business: business.name, address: business.address }) : [];
}
