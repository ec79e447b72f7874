import { type Role, STARTED_ROLES, type StartedRole } from '#platform/contract/roles.ts';

/** Returns the role that a person may start with: the other of buyer and seller. */
export function missingRole(roles: readonly Role[]): StartedRole | undefined {
  if (roles.includes('admin')) return undefined;
  return STARTED_ROLES.find((role) => !roles.includes(role));
}

/** Returns the message key that names the roles of a person. */
export function roleLabel(roles: readonly Role[]) {
  return roles.length > 1 ? 'role.both' : (`role.${roles[0] ?? 'buyer'}` as const);
}
