import { WORDS_MAX, wordsOf } from '../rules.ts';

/** A part of what somebody typed: a word, or several in quotation marks. */
export interface Term {
  words: string[];
  quoted: boolean;
  excluded: boolean;
}

/** English words that say nothing about a thing. */
const EMPTY = new Set(
  'a an and are as at be but by for from has have i in is it its my of on or our so some that the their this to used very was we were with you your'.split(
    ' ',
  ),
);

/** Whether a word says something about a thing. */
export function isTelling(word: string): boolean {
  return !EMPTY.has(word);
}

/** A word or "several" of them, each with or without the minus that excludes it. The last quotation may lack its end. */
const PART = /([-−]?)(?:"([^"]*)(?:"|$)|([^\s"]+))/g;

/** Reads what somebody typed. Words that say nothing are left out, unless there are no others. */
export function readTerms(typed: string): Term[] {
  const terms: Term[] = [];
  for (const [, minus, quotation, plain = ''] of typed.replace(/[“”„«»]/g, '"').matchAll(PART)) {
    const excluded = minus !== '';
    const words = wordsOf(quotation ?? plain);
    if (words.length === 0) continue;
    if (quotation !== undefined || excluded) terms.push({ words, quoted: words.length > 1, excluded });
    else for (const word of words) terms.push({ words: [word], quoted: false, excluded });
  }
  const telling = terms.filter(({ words, quoted }) => quoted || words.some(isTelling));
  return cut(telling.some(({ excluded }) => !excluded) ? telling : terms);
}

/** No more words than are looked for. */
function cut(terms: Term[]): Term[] {
  let words = 0;
  return terms.filter((term) => {
    words += term.words.length;
    return words <= WORDS_MAX;
  });
}
