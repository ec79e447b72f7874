import { isRouteErrorResponse } from 'react-router';
import { CallError } from '#platform/contract/call-client.ts';
import type { ProblemReply } from '#platform/contract/problem.ts';

/** What the server said when it refused a page's call: to the browser, or to the document in its stead. */
export function problemOf(error: unknown): ProblemReply | undefined {
  if (error instanceof CallError) return error.problem;
  if (!isRouteErrorResponse(error)) return undefined;
  const told: unknown = error.data;
  return typeof told === 'object' && told !== null && 'message' in told ? (told as ProblemReply) : undefined;
}
