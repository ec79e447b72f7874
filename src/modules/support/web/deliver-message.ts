import type { ActionResult } from '#platform/forms/action-result.ts';
import { type PageForm, sendForm } from '#platform/forms/run-action.ts';
import { sendMessage } from '../contract.ts';
import { messageForm } from './message-form.ts';

export interface Delivery extends ActionResult {
  /** The person who gets the answer. */
  sent?: { name: string; email: string };
}

/** Sends the message of the contact form. */
export function deliverMessage({ form, api }: PageForm): Promise<Delivery> {
  return sendForm(form, messageForm, async (body): Promise<Delivery> => {
    await api.send(sendMessage, { body });
    return { done: true, sent: { name: body.name, email: body.email } };
  });
}
