import { expect, test } from 'vitest';
import { callOff } from './contract.ts';
import { CALL_OFF_REASONS, STORE_REASONS } from './rules.ts';

const faultOf = (reason: string) => callOff.spec.body?.safeParse({ reason }).error?.issues[0]?.message;

test('a person calls a booking off with a reason of their own, not with one that the store records', () => {
  for (const reason of [...CALL_OFF_REASONS, 'It broke.']) expect(faultOf(reason), reason).toBeUndefined();
  for (const reason of STORE_REASONS) expect(faultOf(reason), reason).toBe('handover.reasonMissing');
});
