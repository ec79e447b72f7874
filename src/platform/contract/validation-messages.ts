import type { z } from 'zod';

const REQUIRED = 'error.required';

/** Message keys for issues without a message of their own, in the browser and on the server. */
export const defaultIssueMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return REQUIRED;
  // In a union, the member whose type matches has the useful message.
  if (issue.code === 'invalid_union')
    for (const [fault] of issue.errors as z.core.$ZodIssue[][])
      if (fault && fault.code !== 'invalid_type' && fault.code !== 'invalid_value') return fault.message;
  return 'error.invalid';
};
