import type { Visitor } from '#platform/contract/page.ts';
import type { Session } from './access.ts';

/** Returns what a person's own pages show of them. */
export function toVisitor({ accountId, accountName, email, emailVerified, person }: Session): Visitor {
  return {
    id: person?.id ?? accountId,
    name: person?.name ?? accountName,
    email,
    role: person?.role ?? null,
    verified: person?.verified ?? false,
    emailVerified,
  };
}
