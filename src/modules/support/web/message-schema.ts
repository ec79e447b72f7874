import { contactForm } from '../contract.ts';

/** What the contact form is checked by; message-form.ts fetches it late, as it brings all that reads schemas. */
export const messageSchema = contactForm;
