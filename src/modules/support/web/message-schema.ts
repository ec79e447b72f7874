import { contactForm } from '../contract.ts';

/** The schema of the contact form. message-form.ts imports it on first use, because it imports zod. */
export const messageSchema = contactForm;
