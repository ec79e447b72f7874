import type { FormReply } from '#platform/forms/form.tsx';
import { api } from '#platform/web/api-client.ts';
import { completeSignIn, currentUser, forgetVisitor, keepVisitor } from '#platform/web/session.ts';
import { registerUser } from '../contract.ts';

/**
 * Completes a sign-in after the popup: registers the user as a Buyer, which changes no registered user, and stores an
 * access token. Returns the name, or the form's errors.
 */
export async function completeGoogleSignIn(form: FormData): Promise<{ name: string } | FormReply> {
  try {
    if (form.get('google') === 'done') {
      forgetVisitor();
      const user = await currentUser();
      if (user) {
        const name = user.name || (user.email.split('@')[0] ?? user.email);
        await api.send(registerUser, { body: { name, email: user.email, userCategory: 'Buyer' } });
        keepVisitor(null);
        await completeSignIn();
        return { name };
      }
    }
  } catch (error) {
    console.error(error);
  }
  return { status: 'error', error: { '': ['login.googleFailed'] } };
}
