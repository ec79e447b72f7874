import { createContext, type ReactNode, use, useMemo } from 'react';
import { formatDate, formatDay, formatMoney, formatMonth, formatNumber } from '#i18n/format.ts';
import { interpolate, type Language, type MessageKey, type Messages, type MessageValues } from '#i18n/messages.ts';
import { readMessage } from '#platform/contract/message-reference.ts';

export interface Translator {
  language: Language;
  /** The store's name in this language. */
  product: string;
  /** What stands before amounts of money. */
  currency: string;
  t(key: MessageKey, values?: MessageValues): string;
  /** Says a message (`key?n=9`) of a schema, a rule or a problem; what is no key is said as it is. */
  translate(message: string): string;
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

export function createTranslator(language: Language, words: Messages, product: string, currency: string): Translator {
  const numbers = (values: MessageValues = {}) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'number' ? formatNumber(language, value) : value,
      ]),
    );
  const t = (key: MessageKey, values?: MessageValues) => interpolate(words[key], { product, ...numbers(values) });
  return {
    language,
    product,
    currency,
    t,
    translate(message) {
      const { key, values } = readMessage(message);
      return key in words ? t(key as MessageKey, readNumbers(values)) : message;
    },
    money: (tk) => formatMoney(language, tk, currency),
    number: (value) => formatNumber(language, value),
    date: (iso) => formatDate(language, iso),
    day: (iso) => formatDay(language, iso),
    month: (month) => formatMonth(language, month),
  };
}

/** A message carries its values as text; numbers among them are said in the page's own digits. */
function readNumbers(values: Record<string, string>): MessageValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]),
  );
}

const TranslatorContext = createContext<Translator | null>(null);

export function TranslatorProvider(props: {
  language: Language;
  words: Messages;
  product: string;
  currency: string;
  children: ReactNode;
}) {
  const { language, words, product, currency } = props;
  const speaker = useMemo(
    () => createTranslator(language, words, product, currency),
    [language, words, product, currency],
  );
  return <TranslatorContext value={speaker}>{props.children}</TranslatorContext>;
}

export function useTranslator(): Translator {
  const speaker = use(TranslatorContext);
  if (!speaker) throw new Error('useWords outside WordsProvider');
  return speaker;
}
