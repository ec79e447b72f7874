import { COUNT_MAX_PRODUCTS } from '#modules/catalogue/rules.ts';
import type { Translator } from '#platform/web/translator.tsx';
import type { Count } from '../contract.ts';

/** Returns a count as text; "100+" for a lower bound. */
export function formatCount({ t, number }: Translator, { count, more }: Count): string {
  return more ? t('filter.atLeast', { n: count }) : number(count);
}

/** Returns a number of products as a count: a lower bound where the server counts no further. */
export function toCount(count: number): Count {
  return { count, more: count >= COUNT_MAX_PRODUCTS };
}
