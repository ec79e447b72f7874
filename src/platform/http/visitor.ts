import type { Visitor } from '#platform/contract/page.ts';
import type { Session } from './access.ts';

/** What a person's own pages know of them. */
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
