import type { FastifyRequest } from 'fastify';
import { bangla } from '#i18n/bangla.ts';
import { formatDeadline } from '#i18n/deadline-format.ts';
import { english } from '#i18n/english.ts';
import { formatDate, formatMoney, formatNumber } from '#i18n/format.ts';
import { interpolate, isLanguage, type Language, type MessageKey } from '#i18n/messages.ts';
import { readMessage } from '#platform/contract/message-reference.ts';
import type { Theme } from '#platform/contract/page.ts';
import { readCookie } from '#platform/contract/request-cookie.ts';

const MESSAGES = { en: english, bn: bangla };

/** Returns the language of a request: that of the cookie, or the first one of Accept-Language; English otherwise. */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  const chosen = readCookie(request, 'lang');
  if (isLanguage(chosen)) return chosen;
  return /^\s*bn\b/i.test(request.headers['accept-language'] ?? '') ? 'bn' : 'en';
}

/** Returns the theme of a request's cookie; `system` without one. */
export function themeOf(request: Pick<FastifyRequest, 'headers'>): Theme {
  const theme = readCookie(request, 'theme');
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Translates a message reference, with numbers in the language's digits. Returns a text that is no key as it is. */
export function translateIn(language: Language, message: string, product: string): string {
  const { key, values } = readMessage(message);
  if (!(key in english)) return message;
  const formatted = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? formatNumber(language, value) : value,
  ]);
  return interpolate(MESSAGES[language][key as MessageKey], { product, ...Object.fromEntries(formatted) });
}

/** Formats an amount in Tk in a language, with the store's currency label. */
export function formatMoneyIn(language: Language, tk: number, label: string): string {
  return formatMoney(language, tk, label);
}

/** Formats a near instant in a language as weekday, day and time in Dhaka. */
export function formatDeadlineIn(language: Language, instant: Date): string {
  return formatDeadline(language, instant.toISOString());
}

/** Formats an instant in a language as date and time in Dhaka. */
export function formatDateIn(language: Language, instant: Date): string {
  return formatDate(language, instant.toISOString());
}
