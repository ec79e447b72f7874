import type { Prose, ProsePage } from '../prose.ts';
import { advertisement } from './advertisement.ts';
import { buying } from './buying.ts';
import { cookies } from './cookies.ts';
import { delivery } from './delivery.ts';
import { jobs } from './jobs-text.ts';
import { press } from './press.ts';
import { privacy } from './privacy.ts';
import { selling } from './selling.ts';
import { terms } from './terms-text.ts';

const PAGES: Record<string, ProsePage> = {
  selling,
  delivery,
  buying,
  advertisement,
  jobs,
  press,
  terms,
  privacy,
  cookies,
};

/** A page of text by its address, in one language; undefined where there is none. */
export function findPage(slug: string, language: 'en' | 'bn'): (Omit<ProsePage, 'en' | 'bn'> & Prose) | undefined {
  const page = Object.hasOwn(PAGES, slug) ? PAGES[slug] : undefined;
  if (!page) return undefined;
  const { en, bn, ...panel } = page;
  return { ...panel, ...(language === 'bn' ? bn : en) };
}
