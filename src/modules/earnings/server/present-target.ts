import type { PayoutTarget } from '../contract.ts';
import { maskNumber } from '../rules.ts';
import type { AccountFields } from './payout-accounts.store.ts';

/** Returns the account of a payout, with its number masked or whole. */
export function presentTarget(fields: AccountFields, isMasked: boolean): PayoutTarget {
  const { kind, account, bank, branch, routing, holder } = fields;
  const number = isMasked ? maskNumber(kind, account) : account;
  const details = { bank, branch, ...(!isMasked && { routing }), holder };
  const given = Object.entries(details).filter(([, value]) => value !== null);
  return { kind, number, ...Object.fromEntries(given) };
}
