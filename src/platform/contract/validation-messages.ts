import type { z } from 'zod';

const REQUIRED = 'error.required';

/** Words for the faults that a schema has none of its own for, in the browser and on the server. */
export const plainly: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return REQUIRED;
  // Of several shapes the one that came closest speaks: the one whose type was right.
  if (issue.code === 'invalid_union')
    for (const [fault] of issue.errors as z.core.$ZodIssue[][])
      if (fault && fault.code !== 'invalid_type' && fault.code !== 'invalid_value') return fault.message;
  return 'error.invalid';
};
