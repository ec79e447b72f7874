import { createContext, type ReactNode, use, useMemo } from 'react';
import { formatDate, formatDay, formatMoney, formatMonth, formatNumber } from '#i18n/format.ts';
import { fill, type Language, type WordKey, type Words, type WordValues } from '#i18n/messages.ts';
import { readMessage } from '#platform/contract/message-reference.ts';

export interface Speaker {
  language: Language;
  /** The store's name in this language. */
  product: string;
  /** What stands before amounts of money. */
  currency: string;
  t(key: WordKey, values?: WordValues): string;
  /** Says a message (`key?n=9`) of a schema, a rule or a problem; what is no key is said as it is. */
  say(message: string): string;
  /** An amount of money, written out. */
  money(tk: number): string;
  number(value: number): string;
  /** An instant (ISO 8601) in long form, on Dhaka's clock. */
  date(iso: string): string;
  /** The day of an instant (ISO 8601), on Dhaka's clock. */
  day(iso: string): string;
  /** A month (`2026-03`), written out. */
  month(month: string): string;
}

export function createSpeaker(language: Language, words: Words, product: string, currency: string): Speaker {
  const numbers = (values: WordValues = {}) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'number' ? formatNumber(language, value) : value,
      ]),
    );
  const t = (key: WordKey, values?: WordValues) => fill(words[key], { product, ...numbers(values) });
  return {
    language,
    product,
    currency,
    t,
    say(message) {
      const { key, values } = readMessage(message);
      return key in words ? t(key as WordKey, readNumbers(values)) : message;
    },
    money: (tk) => formatMoney(language, tk, currency),
    number: (value) => formatNumber(language, value),
    date: (iso) => formatDate(language, iso),
    day: (iso) => formatDay(language, iso),
    month: (month) => formatMonth(language, month),
  };
}

/** A message carries its values as text; numbers among them are said in the page's own digits. */
function readNumbers(values: Record<string, string>): WordValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]),
  );
}

const SpeakerContext = createContext<Speaker | null>(null);

export function WordsProvider(props: {
  language: Language;
  words: Words;
  product: string;
  currency: string;
  children: ReactNode;
}) {
  const { language, words, product, currency } = props;
  const speaker = useMemo(
    () => createSpeaker(language, words, product, currency),
    [language, words, product, currency],
  );
  return <SpeakerContext value={speaker}>{props.children}</SpeakerContext>;
}

export function useWords(): Speaker {
  const speaker = use(SpeakerContext);
  if (!speaker) throw new Error('useWords outside WordsProvider');
  return speaker;
}
