import { type Role, SELF_SERVICE_ROLES, type SelfServiceRole } from '#platform/contract/roles.ts';

/** Returns the role that a person may start with: the other of buyer and seller. */
export function missingRole(roles: readonly Role[]): SelfServiceRole | undefined {
  if (roles.includes('admin')) return undefined;
  return SELF_SERVICE_ROLES.find((role) => !roles.includes(role));
}

/** Returns the message key that names the roles of a person. */
export function roleLabel(roles: readonly Role[]) {
  return roles.length > 1 ? 'role.both' : (`role.${roles[0] ?? 'buyer'}` as const);
}
