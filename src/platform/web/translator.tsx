import { createContext, type ReactNode, use, useMemo } from 'react';
import { formatAgo, formatClock, formatDate, formatDay, formatMoney, formatMonth, formatNumber } from '#i18n/format.ts';
import { interpolate, type Language, type MessageKey, type Messages, type MessageValues } from '#i18n/messages.ts';
import { readMessage } from '#platform/contract/message-reference.ts';
import { pageLanguage, preparedMessages } from './message-loader.ts';

export interface Translator {
  language: Language;
  /** The store's name in this language. */
  product: string;
  /** The label in front of amounts of money. */
  currency: string;
  t(key: MessageKey, values?: MessageValues): string;
  /** Translates a message reference (`key?n=9`) of a schema, a rule or a problem. Returns any other text unchanged. */
  translate(message: string): string;
  /** Formats an amount of money in Tk. */
  money(tk: number): string;
  number(value: number): string;
  /** Formats an instant (ISO 8601) as date and time in Dhaka. */
  date(iso: string): string;
  /** Formats an instant (ISO 8601) as the time in Dhaka. */
  clock(iso: string): string;
  /** Returns how long ago an instant (ISO 8601) was. */
  ago(iso: string): string;
  /** Formats an instant (ISO 8601) as a date in Dhaka. */
  day(iso: string): string;
  /** Formats a month (`2026-03`) with its name. */
  month(month: string): string;
}

/** Returns a translator over texts in one language. */
export function createTranslator(
  language: Language,
  messages: Messages,
  product: string,
  currency: string,
): Translator {
  const numbers = (values: MessageValues = {}) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'number' ? formatNumber(language, value) : value,
      ]),
    );
  const t = (key: MessageKey, values?: MessageValues) => {
    const text = messages[key];
    return text.includes('{') ? interpolate(text, { product, ...numbers(values) }) : text;
  };
  return {
    language,
    product,
    currency,
    t,
    translate(message) {
      const { key, values } = readMessage(message);
      return key in messages ? t(key as MessageKey, values) : message;
    },
    money: (tk) => formatMoney(language, tk, currency),
    number: (value) => formatNumber(language, value),
    date: (iso) => formatDate(language, iso),
    clock: (iso) => formatClock(language, iso),
    ago: (iso) => formatAgo(language, iso),
    day: (iso) => formatDay(language, iso),
    month: (month) => formatMonth(language, month),
  };
}

const TranslatorContext = createContext<Translator | null>(null);

/** Provides the translator of the page's language to its children. */
export function TranslatorProvider(props: {
  language: Language;
  messages: Messages;
  product: string;
  currency: string;
  children: ReactNode;
}) {
  const { language, messages, product, currency } = props;
  const translator = useMemo(
    () => createTranslator(language, messages, product, currency),
    [language, messages, product, currency],
  );
  return <TranslatorContext value={translator}>{props.children}</TranslatorContext>;
}

/** Returns the translator of the page's language. */
export function useTranslator(): Translator {
  const translator = use(TranslatorContext);
  if (!translator) throw new Error('No translator');
  return translator;
}

/**
 * Returns a translator for use outside components, such as toasts of client actions. It has no product name and no
 * currency.
 */
export function pageTranslator(): Translator {
  const language = pageLanguage();
  return createTranslator(language, preparedMessages(language), '{product}', '{currency}');
}
