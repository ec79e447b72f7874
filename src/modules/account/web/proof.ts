import type { LateForm } from '#platform/web/form.tsx';
import type { proofSchema } from './proof-schema.ts';

/** Returns the form that confirms a deletion: the password of an account that has one, otherwise the e-mail. */
export function proofOf(hasPassword: boolean): LateForm<ReturnType<typeof proofSchema>> {
  return {
    fields: ['password', 'email'],
    schema: async () => (await import('./proof-schema.ts')).proofSchema(hasPassword),
  };
}
