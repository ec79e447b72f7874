import type { Client } from '#platform/contract/client.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { contactForm, sendMessage } from '../contract.ts';

/** What became of a message: it was sent, and the answer comes to this person; or the form comes back. */
export interface Delivery {
  sent?: { name: string; email: string };
  refused?: FormReply;
}

/** Sends what the contact form holds: from the browser, or from the server before the page's script runs. */
export async function deliverMessage(form: FormData, api: Client): Promise<Delivery> {
  const submission = readForm(form, contactForm);
  if (submission.status !== 'success') return { refused: submission.reply() };
  const { name, email } = submission.value;
  try {
    await api.send(sendMessage, { body: submission.value });
    return { sent: { name, email } };
  } catch (error) {
    return { refused: refusedForm(submission, error) };
  }
}
