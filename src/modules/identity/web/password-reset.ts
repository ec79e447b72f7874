import type { FormReply } from '#platform/web/form.tsx';

export interface ForgotReply {
  form: FormReply;
  /** The address that gets the link, if it has an account. */
  sentTo?: string;
}

export interface ResetReply {
  form: FormReply;
  /** The link was used before, or has expired. */
  expired?: boolean;
}
