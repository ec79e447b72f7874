import { failureMessage } from '#platform/web/offline-cache.ts';
import { AuthProviderError } from '#platform/web/session.ts';

/** Returns the message of a failed sign-in or sign-up: the provider's own, or that it is unreachable. */
export function providerRefusal(error: unknown): string {
  if (error instanceof AuthProviderError && error.message) return error.message;
  console.error(error);
  return failureMessage(error);
}
