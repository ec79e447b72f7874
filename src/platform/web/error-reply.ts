import { isRouteErrorResponse } from 'react-router';
import { CallError } from '#platform/contract/call-client.ts';
import type { ProblemReply } from '#platform/contract/problem.ts';

/** Returns the problem with which the server refused a call, from an action or from a loader; undefined without one. */
export function problemOf(error: unknown): ProblemReply | undefined {
  if (error instanceof CallError) return error.problem;
  if (!isRouteErrorResponse(error)) return undefined;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'message' in data ? (data as ProblemReply) : undefined;
}

/** Logs the error of a page to the console. An error response is logged by its status, because a build removes its class name. */
export function logPageError(error: unknown): void {
  console.error(isRouteErrorResponse(error) ? `The page was answered with ${error.status}` : error);
}
