import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditEntry, listAuditEntries } from '#modules/audit/contract.ts';
import { deleteUser, verifyUser } from '#modules/identity/contract.ts';
import { calls } from './support/contracts.ts';
import { OWNERSHIP } from './support/ownership.ts';
import { openTestPeople, type TestPeople } from './support/test-people.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

let store: TestStore;
let people: TestPeople;
beforeAll(async () => {
  store = await openTestStore();
  people = await openTestPeople(store);
});
afterAll(() => store.close());

const entries = async () => (await people.admin.api.send(listAuditEntries, {})).items;

/** The audit entry of each admin call. A call that changes data and has no entry here fails. */
const WRITES: Record<string, Partial<AuditEntry>> = {
  'DELETE /users/{id}': { act: 'delete-person' },
  'PATCH /users/{id}': { act: 'verify-seller', targetKind: 'seller', targetName: expect.any(String) },
  'PATCH /reports/{productId}': { act: 'remove-listing' },
  'PATCH /contact/{id}': { act: 'answer-message', targetKind: 'message', targetName: expect.any(String) },
  'POST /search/synonyms': { act: 'add-synonyms', targetKind: 'search-words', targetName: expect.any(String) },
  'PUT /search/synonyms/{id}': { act: 'change-synonyms', targetKind: 'search-words', targetName: expect.any(String) },
  'DELETE /search/synonyms/{id}': { act: 'remove-synonyms' },
  'POST /admin/payments/{id}/by-hand': { act: 'record-refund', targetName: 'Coach pram' },
  'POST /admin/payments/{id}/retry-refund': { act: 'retry-refund', targetName: 'Coach pram' },
  'POST /payments/{id}/review': { act: 'refund-payment', targetName: 'Coach pram' },
  'POST /disputes/{id}/decision': { act: 'decide-dispute', targetName: 'Coach pram' },
  'GET /exports/{list}.csv': { act: 'export', list: 'orders' },
  'POST /payouts/files': { act: 'make-payout-file', list: 'payouts' },
  'GET /payouts/sent.csv': { act: 'export', list: 'payouts' },
  'POST /payouts/{id}/send': { act: 'send-payout' },
  'POST /payouts/{id}/transfer': { act: 'transfer-payout' },
  'POST /payouts/{id}/paid': { act: 'confirm-payout' },
  'POST /payouts/{id}/failed': { act: 'fail-payout' },
};

const ofAdmin = [...calls].filter(([, call]) => call.spec.access === 'admin');

describe('the audit log', () => {
  test.each(ofAdmin.filter(([line, { method }]) => method !== 'GET' || WRITES[line]))(
    'holds an entry for %s with actor, target and request [13.5 14.7 16.6]',
    async (line, call) => {
      const { params = {}, query = {}, body } = (await OWNERSHIP[line]?.ask(people, 'admin')) ?? {};
      const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
      const before = await entries();
      const answer = await store.app.inject({
        method: call.method,
        url: `/api${path}?${new URLSearchParams(query)}`,
        headers: people.headers.admin,
        ...(body ? { payload: body } : {}),
      });
      expect(answer.statusCode, answer.body).toBe(200);
      const [newest, ...older] = await entries();
      expect(older.map(({ _id }) => _id)).toEqual(before.slice(0, 23).map(({ _id }) => _id));
      const [targetId] = Object.values(params).filter((value) => value.length === 36);
      expect(newest).toMatchObject({
        ...WRITES[line],
        adminId: people.admin.id,
        adminName: people.admin.name,
        requestId: answer.headers['x-request-id'],
        ...(targetId ? { targetId } : {}),
      });
      expect(WRITES).toHaveProperty([line]);
    },
  );

  test('holds no entry for a refused call, or for one without a change', async () => {
    const id = await people.bystander('seller');
    const verify = () =>
      people.admin.api
        .send(verifyUser, { params: { id }, body: { verify: 'Verified' } })
        .then((done) => done.modifiedCount);
    expect(await verify()).toBe(1);
    const before = await entries();
    expect(await verify()).toBe(0);
    await expect(people.admin.api.send(deleteUser, { params: { id: people.admin.id } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(people.admin.api.send(deleteUser, { params: { id: crypto.randomUUID() } })).rejects.toMatchObject({
      status: 404,
    });
    expect(await entries()).toEqual(before);
  });

  test('is written in the transaction of the change [13.5]', async () => {
    const id = await people.bystander('buyer');
    await sql`alter table admin_acts add constraint no_more check (act <> 'delete-person') not valid`.execute(store.db);
    try {
      await expect(people.admin.api.send(deleteUser, { params: { id } })).rejects.toMatchObject({ status: 500 });
    } finally {
      await sql`alter table admin_acts drop constraint no_more`.execute(store.db);
    }
    const person = await store.db.selectFrom('users').select('status').where('id', '=', id).executeTakeFirst();
    expect(person).toEqual({ status: 'active' });
    expect((await entries()).some(({ targetId }) => targetId === id)).toBe(false);
  });

  test('shows names of existing people, and none of deleted ones [13.6]', async () => {
    const id = await people.bystander('seller');
    await people.admin.api.send(verifyUser, { params: { id }, body: { verify: 'Verified' } });
    expect((await entries())[0]).toMatchObject({ act: 'verify-seller', targetId: id, targetName: 'Rumana Islam' });
    await people.admin.api.send(deleteUser, { params: { id } });
    for (const entry of (await entries()).filter(({ targetId }) => targetId === id))
      expect(entry).not.toHaveProperty('targetName');
  });

  test('cannot be updated, truncated or deleted from, like the ledger [13.5]', async () => {
    await people.writeAuditEntry();
    for (const table of [
      'admin_acts',
      'ledger_transactions',
      'ledger_lines',
      'ledger_balances',
      'ledger_months',
      'provider_events',
    ])
      await expect(sql`truncate ${sql.table(table)} cascade`.execute(store.db)).rejects.toThrow('append-only');
    await expect(sql`update admin_acts set act = 'keep-listing'`.execute(store.db)).rejects.toThrow('append-only');
    await expect(sql`delete from admin_acts`.execute(store.db)).rejects.toThrow('append-only');
  });

  test('is readable by one call, and writable by none [13.6]', () => {
    expect([...calls.keys()].filter((line) => line.includes('/audit'))).toEqual(['GET /audit']);
  });
});
