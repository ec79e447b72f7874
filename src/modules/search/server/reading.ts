import type { Db } from '#platform/database/database.ts';
import { allOf, anyOf, inOrder, not, quoted } from './lexemes.ts';
import { forgiven, slipsBetween } from './spelling.ts';
import { readTerms, type Term } from './terms.ts';
import { type Meant, selectMeant, selectNear, selectWords, type WordRow } from './words.store.ts';

/** What somebody typed, as the index is asked for it. */
export interface Reading {
  /** All that has it. Without, nothing can be found. */
  whole?: string;
  /** The same in parts, best first: what has everything in its name, then the rest. */
  tiers: string[];
  /** What a document must have besides, where the index cannot tell: words one after the other. */
  exact?: string;
  /** What was read instead, when a word is not known. */
  corrected?: string;
}

/** A way to say a part of it: lexemes, one after the other or anywhere. */
interface Way {
  lexemes: string[];
  together: boolean;
  /** A mere beginning of what already means something: boi is a book before it begins Boishakh. */
  late?: boolean;
}

/** The longest phrase that can mean the same as another. */
const PHRASE = 4;

/** Reads what somebody typed: other words that mean the same, other spellings, beginnings of words, slips of the pen. */
export async function readSearch(db: Db, typed: string): Promise<Reading> {
  const terms = readTerms(typed);
  const first = await lookUp(db, terms);
  const strange = terms.filter((term) => !term.excluded && !term.quoted && isStrange(term, first));
  const meant = strange.length > 0 ? await guess(db, strange) : new Map<string, string>();
  if (meant.size === 0) return compose(terms, first);
  const read = terms.map((term) =>
    strange.includes(term) ? { ...term, words: term.words.map((word) => meant.get(word) ?? word) } : term,
  );
  return { ...compose(read, await lookUp(db, read)), corrected: read.map(say).join(' ') };
}

interface Known {
  words: Map<string, WordRow>;
  /** Of phrases, with spaces between their words. */
  meant: Map<string, Meant>;
  /** At which term a phrase begins that means the same as others, and how many terms it has. */
  phrases: Map<number, { length: number; keys: string[] }>;
}

async function lookUp(db: Db, terms: Term[]): Promise<Known> {
  const words = await selectWords(db, [...new Set(terms.flatMap((term) => term.words))]);
  const runs = terms.flatMap((_, at) =>
    Array.from({ length: PHRASE }, (_, n) => ({ at, length: n + 1, phrase: phraseAt(terms, at, n + 1) })),
  );
  const asked = [...new Set(runs.flatMap(({ phrase }) => phrase ?? []))];
  const meant = asked.length > 0 ? await selectMeant(db, asked) : new Map<string, Meant>();
  const phrases: Known['phrases'] = new Map();
  for (const { at, length, phrase } of runs) {
    const keys = phrase && meant.get(phrase)?.offered;
    if (keys) phrases.set(at, { length, keys });
  }
  return { words: new Map(words.map((row) => [row.word, row])), meant, phrases };
}

/** Some terms in a row that are words, neither quoted nor excluded, as one phrase. */
function phraseAt(terms: Term[], at: number, length: number): string | undefined {
  const run = terms.slice(at, at + length);
  if (run.length < length || run.some((term) => term.quoted || term.excluded)) return undefined;
  return run.flatMap((term) => term.words).join(' ');
}

function isStrange(term: Term, { words, meant }: Known): boolean {
  const [word = ''] = term.words;
  const row = words.get(word);
  if (!row || row.known || row.alike.length > 0 || row.begun.length > 0) return false;
  return /\D/.test(word) && ![...meant.keys()].some((phrase) => phrase.split(' ').includes(word));
}

/** What unknown words may have meant. */
async function guess(db: Db, terms: Term[]): Promise<Map<string, string>> {
  const near = await selectNear(db, [...new Set(terms.flatMap((term) => term.words))]);
  const best = new Map<string, { word: string; slips: number }>();
  for (const one of near) {
    const { asked, soundAsked, word } = one;
    const slips = slipsBetween(one);
    const begins = asked.length > 2 && word.startsWith(asked);
    if (!begins && Math.floor(slips) > forgiven(soundAsked.length)) continue;
    if (slips < (best.get(asked)?.slips ?? Number.POSITIVE_INFINITY)) best.set(asked, { word, slips });
  }
  return new Map([...best].map(([asked, { word }]) => [asked, word]));
}

function say({ words, quoted, excluded }: Term): string {
  const said = quoted ? `"${words.join(' ')}"` : words.join(' ');
  return excluded ? `-${said}` : said;
}

function compose(terms: Term[], known: Known): Reading {
  const lexeme = (word: string) => known.words.get(word)?.lexeme ?? word;
  const wanted: Way[][] = [];
  const unwanted: Way[] = [];
  for (let at = 0; at < terms.length; at += 1) {
    const { words, quoted, excluded } = terms[at] ?? { words: [], quoted: false, excluded: false };
    const phrase = known.phrases.get(at);
    if (excluded) unwanted.push({ lexemes: words.map(lexeme), together: quoted });
    else if (quoted) wanted.push([{ lexemes: words.map(lexeme), together: true }]);
    else if (phrase) {
      const own = terms.slice(at, at + phrase.length).flatMap((term) => term.words);
      const meant = phrase.keys.map((key) => ({ lexemes: key.split(' '), together: true }));
      wanted.push([...waysOf(own, known, meant.length > 0), ...meant]);
      at += phrase.length - 1;
    } else wanted.push(waysOf(words, known));
  }
  return wanted.length + unwanted.length === 0 ? { tiers: [] } : askFor(wanted, unwanted);
}

/** The words themselves, anywhere; of a single one also what sounds the same in the other script, and what begins so. */
function waysOf(words: string[], known: Known, late = false): Way[] {
  const rows = words.flatMap((word) => known.words.get(word) ?? []);
  const [row] = rows;
  const own = { lexemes: rows.map(({ lexeme }) => lexeme), together: false };
  if (rows.length !== 1 || !row) return [own];
  const alone = (lexeme: string) => ({ lexemes: [lexeme], together: false });
  return [own, ...row.alike.map(alone), ...row.begun.map((lexeme) => ({ ...alone(lexeme), late }))];
}

function askFor(wanted: Way[][], unwanted: Way[]): Reading {
  const anywhere = (way: Way) => allOf(way.lexemes.map(quoted));
  const inName = (way: Way) => allOf(way.lexemes.map((lexeme) => quoted(`/n${lexeme}`)));
  const exactly = (way: Way) => (way.together ? inOrder(way.lexemes.map(quoted)) : anywhere(way));
  const isTold = (way: Way) => !way.together || way.lexemes.length === 1;
  const each = (way: (one: Way) => string) => wanted.map((ways) => anyOf(ways.map(way)));
  const named = allOf(wanted.map((ways) => anyOf(ways.filter(({ late }) => !late).map(inName))));

  const without = unwanted.filter(isTold).map((way) => not(anywhere(way)));
  const whole = allOf([...each(anywhere), ...without]);
  const tiers = wanted.length === 0 ? [whole] : [allOf([named, ...without]), allOf([whole, not(named)])];
  if ([...wanted.flat(), ...unwanted].every(isTold)) return { whole, tiers };
  return { whole, tiers, exact: allOf([...each(exactly), ...unwanted.map((way) => not(exactly(way)))]) };
}
