import { expect, test } from 'vitest';
import { type Source, sources } from './support/sources.ts';

/** The last word of a numeric constant. */
const UNIT =
  /_(MS|S|SECONDS|MINUTES|HOURS|DAYS|BYTES|KB|MB|ROWS|LINES|COUNT|CHARS|LENGTH|PIXELS|PX|PERCENT|CONNECTIONS|POISHA|TK|FACTOR|RATIO|PORT|PRIORITY|STATUS|MODE|VERSION|OID|KEY|CODE_POINT)$|_PER_(SECOND|MINUTE|HOUR|DAY)$/;

/** A limit of a counted noun: `PHOTOS_MAX`, `RETRIES_MAX_COUNT`. */
const LIMIT = /^(?=.*_?(MAX|MIN|LIMIT)(_|$))(?=.*[^S]S(_|$))/;

const NUMERIC_CONSTANT = /^\s*(?:export )?const ([A-Z][A-Z0-9_]*)(?:: number)? = -?\(?\d/gm;

/** Phrases in which "who" or "what" is a noun, and words that STYLE.md replaces. */
const REFUSED_PHRASES = [
  /^(who|whoever|whom|whose|what)\b(?!.*\?)/i,
  /\b(for|of|to|from|with|by|than|like|but|and|as) who(ever)?\b/i,
  /\b(for|of|from|with|by|than|about|after|before|in|on) what(ever)? (is|was|are|were|has|had|it|they|we|somebody|anybody|nobody|people|the|a|an)\b/i,
  /\b(tells?|told|tell) (who|whom|whose|what)\b/i,
  /^gives?\b/i,
  /\bso many (?!that\b)/i,
  /\b(?!(?:\w+ly|and|or|say|knows?|is|are|test) )\w+(?:s|ed|t|e|k|d|n) what\b/i,
  /\bwho(m?ever)\b/i,
];

const SENTENCE_MAX_WORDS = 20;
/** A comment; lines that follow each other are one. */
const COMMENT_BLOCK = /\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm;

const COMMENT = /\/\*([\s\S]*?)\*\/|(?<![:'"`])\/\/(.*)$/gm;
const TITLE = /\b(?:test|describe|it)(?:\.\w+(?:\((?:[^()]|\([^()]*\))*\))?)*\(\s*(['"`])(.*?)\1/g;

/** Every file, except this one, which quotes refused phrases. */
const files = sources('{{src,sandbox,scripts,tests,bench}/**/*.{ts,tsx,mjs,js,css},*.config.ts}').filter(
  ({ path }) => path !== 'tests/wording.test.ts',
);

const documents = sources('{*.md,{docs,bench,src,tests,migrations}/**/*.md}');

/** Returns the sentences of a file's comments, and the titles of its tests. */
function sentencesOf({ text }: Source): string[] {
  const comments = [...text.matchAll(COMMENT)].map((match) => (match[1] ?? match[2] ?? '').replace(/^\s*\*+ ?/gm, ''));
  const titles = [...text.matchAll(TITLE)].map((match) => match[2] ?? '');
  return [...comments.flatMap((comment) => comment.split(/(?<=[.:;?!])\s+/)), ...titles]
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

/** Returns the sentences of a document: of its paragraphs, list items and cells of tables, without code. */
function sentencesOfDocument({ text }: Source): string[] {
  return text
    .replace(/```[\s\S]*?```/g, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-#>]+|\d+\.) )|\|/)
    .flatMap((block) => block.replace(/^\s*(?:[-#>]+|\d+\.) /, '').split(/(?<=[.:;?!])\s+/))
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

/** Returns the sentences of a file's comments that are too long. A list of errors is none. */
function longSentencesOf({ text }: Source): string[] {
  return [...text.matchAll(COMMENT_BLOCK)]
    .map(([block]) => block.replace(/^\s*(\/\*\*?|\*(?!\/)|\/\/) ?|\s*\*\/$/gm, '').replace(/https?:[^\s)]+/g, ''))
    .flatMap((comment) => comment.split(/(?<=[.:;?!])\s+|\n- |(?=@(?:throws|param))/))
    .filter((sentence) => !sentence.startsWith('@throws'))
    .map((sentence) => sentence.match(/\S*\w\S*/g) ?? [])
    .filter((words) => words.length > SENTENCE_MAX_WORDS)
    .map((words) => words.join(' '));
}

/** Returns the numeric constants of a file that do not say their unit. */
function constantsWithoutUnit({ text }: Source): string[] {
  return [...text.matchAll(NUMERIC_CONSTANT)]
    .map((match) => match[1] ?? '')
    .filter((name) => !UNIT.test(name) && !LIMIT.test(name));
}

test('a numeric constant says its unit', () => {
  expect(files.flatMap((file) => constantsWithoutUnit(file).map((name) => `${file.path}: ${name}`))).toEqual([]);
});

/** Whether a sentence has a refused phrase. */
function isRefused(sentence: string): boolean {
  return REFUSED_PHRASES.some((phrase) => phrase.test(sentence));
}

/** Returns the exported functions of a file without a docstring. A page's component is a default export. */
function functionsWithoutDocstring({ text }: Source): string[] {
  return [...text.matchAll(/(?<!\*\/\n|;\n)^export (?:async )?(?:function|class)\*? (\w+)/gm)].map(
    ([, name = '']) => name,
  );
}

test('comments, test titles and documents use no refused phrase', () => {
  const sentences = [
    ...files.map((file) => ({ path: file.path, all: sentencesOf(file) })),
    ...documents.map((file) => ({ path: file.path, all: sentencesOfDocument(file) })),
  ];
  expect(sentences.flatMap(({ path, all }) => all.filter(isRefused).map((one) => `${path}: ${one}`))).toEqual([]);
});

test('an exported function has a docstring', () => {
  const bare = files.flatMap((file) => functionsWithoutDocstring(file).map((name) => `${file.path}: ${name}`));
  expect(bare).toEqual([]);
});

test(`a sentence of a comment has at most ${SENTENCE_MAX_WORDS} words`, () => {
  const long = files.flatMap((file) => longSentencesOf(file).map((sentence) => `${file.path}: ${sentence}`));
  expect(long).toEqual([]);
});

test('the patterns find what STYLE.md refuses', () => {
  const file = (text: string) => ({ path: 'x.ts', lines: 1, imports: [], text });
  const constants = 'const PATIENCE = 20;\nconst RETRIES_MAX_COUNT = 3;\nconst WAIT_MS = 20_000;\nconst COUNT_CAP = 5;';
  expect(constantsWithoutUnit(file(constants))).toEqual(['PATIENCE', 'COUNT_CAP']);
  const twenty = Array.from({ length: SENTENCE_MAX_WORDS }, (_, n) => `w${n}`).join(' ');
  expect(longSentencesOf(file(`/** ${twenty}. ${twenty}: ok. */\n  // ${twenty}\n`))).toEqual([]);
  expect(longSentencesOf(file(`  // ${twenty}\n  // more\n`))).toEqual([`${twenty} more`]);
  const found = (comment: string) => sentencesOf(file(comment)).some(isRefused);
  expect(found('// null for who is not signed in')).toBe(true);
  expect(found('/** Whatever is kept. Tells who was first. */')).toBe(true);
  expect(found("test('who comes second is told why', () => {})")).toBe(true);
  expect(found("test.each(Object.entries(CASES))('who is deleted %s', () => {})")).toBe(true);
  expect(sentencesOfDocument(file('# A\n|b|who pays|\n')).some(isRefused)).toBe(true);
  expect(functionsWithoutDocstring(file('/** A. */\nexport function a() {}\n\nexport async function b() {}'))).toEqual([
    'b',
  ]);
  expect(found('// Returns null for a visitor without a session (https://example.com/who).')).toBe(false);
});
