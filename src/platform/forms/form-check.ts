import type { Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { defaultIssueMessage } from '#platform/contract/validation-messages.ts';

/**
 * Checks the fields of a form. An empty field is left out: a field that can be cleared needs a default. A field that may
 * come several times is always a list.
 */
export function checkForm<S extends z.ZodObject>(
  form: FormData,
  schema: S,
): Submission<Record<string, string>, string[], z.output<S>> {
  return parseWithZod(form, {
    schema: z.preprocess((payload) => asLists(withoutBlanks(payload), schema), schema),
    error: defaultIssueMessage,
    disableAutoCoercion: true,
  });
}

function withoutBlanks(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== ''));
}

function asLists(payload: unknown, schema: z.ZodObject): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      name,
      isList(schema.shape[name]) && !Array.isArray(value) ? [value] : value,
    ]),
  );
}

function isList(shape: z.core.$ZodType | undefined): boolean {
  return shape instanceof z.ZodOptional ? isList(shape.unwrap()) : shape instanceof z.ZodArray;
}
