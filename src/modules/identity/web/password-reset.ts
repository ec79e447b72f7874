import type { FormReply } from '#platform/web/form.tsx';

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
