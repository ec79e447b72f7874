import type { Translator } from '#platform/web/translator.tsx';
import { REASON_CODES } from '../rules.ts';

/** The choice to write the reason. */
export const OTHER_REASON = 'other';

/** Returns the text of a reason, without a full stop: translated when it is a code, otherwise as its writer typed it. */
export function reasonText({ t }: Pick<Translator, 't'>, reason: string): string {
  const code = REASON_CODES.find((one) => one === reason);
  return code ? t(`handover.reason.${code}`) : reason.replace(/[.।]$/, '');
}
