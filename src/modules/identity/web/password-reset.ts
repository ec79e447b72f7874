import type { FormReply } from '#platform/web/form.tsx';
import { credentials } from '../contract.ts';

/** What somebody who forgot their password types. */
export const forgotten = credentials.pick({ email: true });

export interface ForgotReply {
  form: FormReply;
  /** Where a link is on its way to, if there is an account. */
  sentTo?: string;
}

export interface ResetReply {
  form: FormReply;
  /** The link was used before, or is too old. */
  expired?: boolean;
}
