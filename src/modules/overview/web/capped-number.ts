import type { Translator } from '#platform/web/translator.tsx';
import { COUNTED_MAX_ROWS } from '../contract.ts';

/** Returns a count as text; "1,000 or more" when the count stopped at its limit. */
export function formatCapped({ t, number }: Translator, value: number, limited = value >= COUNTED_MAX_ROWS): string {
  return limited ? t('overview.orMore', { n: value }) : number(value);
}
