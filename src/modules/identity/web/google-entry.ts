import { z } from 'zod';
import { api } from '#platform/web/client.ts';
import { type FormReply, readForm } from '#platform/web/form.tsx';
import { currentUser, keepVisitor } from '#platform/web/session.ts';
import { forgetToken } from '#platform/web/token.ts';
import { registerUser } from '../contract.ts';

/**
 * After the popup: exchanges the session for an access token and records the person, as a Buyer. Who is recorded
 * already stays what they are. Gives the name, or what the form has to say.
 */
export async function enterWithGoogle(form: FormData): Promise<{ name: string } | FormReply> {
  try {
    if (form.get('google') === 'done') {
      // Whoever used this browser before is no longer the one who is signed in.
      forgetToken();
      keepVisitor(null);
      const user = await currentUser();
      if (user) {
        const name = user.name || (user.email.split('@')[0] ?? user.email);
        await api.send(registerUser, { body: { name, email: user.email, userCategory: 'Buyer' } });
        keepVisitor(null);
        return { name };
      }
    }
  } catch (error) {
    console.error(error);
  }
  return readForm(form, z.object({})).reply({ formErrors: ['login.googleFailed'] });
}
