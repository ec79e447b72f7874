import type { FormReply } from '#platform/forms/form.tsx';
import { completeSignIn, forgetVisitor } from '#platform/web/session.ts';

/** Stores an access token after the popup. Returns null, or the form's errors. */
export async function completeGoogleSignIn(form: FormData): Promise<FormReply | null> {
  try {
    if (form.get('google') === 'done') {
      forgetVisitor();
      if (await completeSignIn()) return null;
    }
  } catch (error) {
    console.error(error);
  }
  return { status: 'error', error: { '': ['login.googleFailed'] } };
}
