import { ProviderError } from '#platform/web/session.ts';

/** What to say when signing in or up failed: the provider's own words, or that it could not be reached. */
export function providerRefusal(error: unknown): string {
  if (error instanceof ProviderError && error.message) return error.message;
  console.error(error);
  return 'error.unavailable';
}
