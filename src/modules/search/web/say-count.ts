import type { Translator } from '#platform/web/translator.tsx';
import type { Count } from '../contract.ts';

/** Returns a count as text; "100+" for a lower bound. */
export function sayCount({ t, number }: Translator, { count, more }: Count): string {
  return more ? t('filter.atLeast', { n: count }) : number(count);
}
