import type { LazyForm } from '#platform/forms/form.tsx';
import type { messageSchema } from './message-schema.ts';

export const messageForm: LazyForm<typeof messageSchema> = {
  fields: ['name', 'email', 'subject', 'message', 'requestId', 'homepage'],
  schema: async () => (await import('./message-schema.ts')).messageSchema,
};
