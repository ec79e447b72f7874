import type { Translator } from '#platform/web/translator.tsx';
import { COUNTED_MAX_ROWS } from '../contract.ts';

/** Returns a number for people. A count that reached its limit is "or more". */
export function formatCapped({ t, number }: Translator, value: number, limited = value >= COUNTED_MAX_ROWS): string {
  return limited ? t('overview.orMore', { n: value }) : number(value);
}
