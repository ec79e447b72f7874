import type { Client } from '#platform/contract/call-client.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { sendMessage } from '../contract.ts';
import { messageForm } from './message-form.ts';

/** What became of a message: it was sent, and the answer comes to this person; or the form comes back. */
export interface Delivery {
  sent?: { name: string; email: string };
  refused?: FormReply;
}

/** Sends what the contact form holds: from the browser, or from the server before the page's script runs. */
export async function deliverMessage(form: FormData, api: Client): Promise<Delivery> {
  const submission = await readForm(form, messageForm);
  if (submission.status !== 'success') return { refused: submission.reply() };
  const { name, email } = submission.value;
  try {
    await api.send(sendMessage, { body: submission.value });
    return { sent: { name, email } };
  } catch (error) {
    return { refused: refusedForm(submission, error) };
  }
}
