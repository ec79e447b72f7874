import { QUERY_MAX_WORDS, wordsOf } from '../rules.ts';

/** Part of a search: a word, or several in quotation marks. */
export interface Term {
  words: string[];
  isQuoted: boolean;
  isExcluded: boolean;
}

const STOP_WORDS = new Set(
  'a an and are as at be but by for from has have i in is it its my of on or our so some that the their this to used very was we were with you your'.split(
    ' ',
  ),
);

export function isMeaningful(word: string): boolean {
  return !STOP_WORDS.has(word);
}

/** A word or a quotation, each with or without a minus. The closing quotation mark may be missing. */
const TERM = /([-−]?)(?:"([^"]*)(?:"|$)|([^\s"]+))/g;

/** Splits a search into terms. Leaves out stop words, unless there are only stop words. */
export function readTerms(typed: string): Term[] {
  const terms: Term[] = [];
  for (const [, minus, quotation, plain = ''] of typed.replace(/[“”„«»]/g, '"').matchAll(TERM)) {
    const isExcluded = minus !== '';
    const words = wordsOf(quotation ?? plain);
    if (words.length === 0) continue;
    if (quotation !== undefined || isExcluded) terms.push({ words, isQuoted: words.length > 1, isExcluded });
    else for (const word of words) terms.push({ words: [word], isQuoted: false, isExcluded });
  }
  const meaningful = terms.filter(({ words, isQuoted }) => isQuoted || words.some(isMeaningful));
  let count = 0;
  return (meaningful.some(({ isExcluded }) => !isExcluded) ? meaningful : terms).filter(({ words }) => {
    count += words.length;
    return count <= QUERY_MAX_WORDS;
  });
}
