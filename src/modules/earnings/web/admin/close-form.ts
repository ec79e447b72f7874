import type { LazyForm } from '#platform/forms/form.tsx';
import type { closeSchema } from './close-form-schema.ts';

/** Returns the form that asks for a reference, or for a reason, for each payout. Its schema loads on first use. */
export function closeForm(ids: string[], outcome: 'paid' | 'failed'): LazyForm<ReturnType<typeof closeSchema>> {
  return { fields: ids, schema: async () => (await import('./close-form-schema.ts')).closeSchema(ids, outcome) };
}
