import type { Translator } from '#platform/web/translator.tsx';
import { REASON_CODES } from '../rules.ts';

/** The choice to write the reason. */
export const OTHER_REASON = 'other';

/** Returns the translation of a reason's code, or typed words without their full stop. */
export function reasonText({ t }: Pick<Translator, 't'>, reason: string): string {
  const code = REASON_CODES.find((one) => one === reason);
  return code ? t(`handover.reason.${code}`) : reason.replace(/[.।]$/, '');
}
