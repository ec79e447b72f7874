import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addPayout } from '../../../../tests/support/money.ts';
import { openTestStore, type Person } from '../../../../tests/support/test-store.ts';
import * as calls from '../payouts.contract.ts';

const send = (id: string, who: Person) => who.api.send(calls.sendPayout, { params: { id } });
const paid = (id: string, reference: string, who: Person) =>
  who.api.send(calls.confirmPayout, { params: { id }, body: { reference } });
const failed = (id: string, reason: string, who: Person) =>
  who.api.send(calls.failPayout, { params: { id }, body: { reason } });
const list = async (state: 'sent', who: Person) => (await who.api.send(calls.listPayouts, { query: { state } })).items;

describe('with four eyes', () => {
  test('another admin than the one that sent a payout confirms it, or marks it as failed [17.5]', async () => {
    const strict = await openTestStore({ PAYOUT_FOUR_EYES: 'on' });
    try {
      const [first, second] = [await strict.as('admin'), await strict.as('admin')];
      const id = await addPayout(strict, await strict.as('seller'));
      await send(id, first);
      const [row] = await list('sent', first);
      expect(row?.mayClose).toBe(false);
      await expect(paid(id, 'x', first)).rejects.toMatchObject({ status: 403, problem: { title: 'four-eyes' } });
      await expect(failed(id, 'x', first)).rejects.toMatchObject({ status: 403, problem: { title: 'four-eyes' } });
      expect(await paid(id, 'x', second)).toEqual({ state: 'paid' });

      // The only admin closes the payouts that they sent. An admin whose own payout it is does not count.
      const [unpaid, unsent] = [
        await addPayout(strict, await strict.as('seller')),
        await addPayout(strict, await strict.as('seller')),
      ];
      const ofAdmin = await addPayout(strict, await strict.as('seller'));
      for (const one of [unpaid, unsent, ofAdmin]) await send(one, first);
      await sql`update user_roles set role = 'buyer' where user_id = ${second.id}`.execute(strict.db);
      expect((await list('sent', first)).map(({ mayClose }) => mayClose)).toEqual([true, true, true]);
      expect(await paid(unpaid, 'y', first)).toEqual({ state: 'paid' });
      expect(await failed(unsent, 'x', first)).toEqual({ state: 'failed' });
      await sql`update user_roles set role = 'admin' where user_id = (select seller_id from payouts where id = ${ofAdmin})`.execute(
        strict.db,
      );
      expect(await paid(ofAdmin, 'z', first)).toEqual({ state: 'paid' });
    } finally {
      await strict.close();
    }
  });
});
