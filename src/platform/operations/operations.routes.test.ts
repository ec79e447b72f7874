import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addJob } from '#platform/jobs/job-runner.ts';
import { MAIL } from '#platform/mail/mailer.ts';
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts';

const TOKEN = 'a-token-for-those-who-watch';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ METRICS_TOKEN: TOKEN });
});
afterAll(() => store.close());

test('the process reports that it is alive, and ready with its database and schema', async () => {
  expect((await store.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await store.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
});

test('a process with an older schema is not ready', async () => {
  const rename = (from: string, to: string) =>
    sql`update migrations set name = ${to} where name = ${from}`.execute(store.db);
  await rename('1010_identity.sql', 'another');
  const answer = await store.app.inject('/readyz');
  expect([answer.statusCode, answer.json().status]).toEqual([503, 'the schema is not the newest']);
  await rename('another', '1010_identity.sql');
});

test('metrics count requests by route, connections, jobs and unpaid bookings, for a caller with the token', async () => {
  expect((await store.app.inject('/metrics')).statusCode).toBe(401);
  await store.app.inject('/api/bookings/01890000-0000-7000-8000-000000000000');
  const { statusCode, body } = await store.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(statusCode).toBe(200);
  expect(body).toContain(
    'dolna_http_request_duration_seconds_count{method="GET",route="/api/bookings/:id",status="401"} 1',
  );
  expect(body).not.toContain('01890000');
  expect(body).toMatch(/dolna_database_connections\{pool="store",state="idle"\} \d/);
  expect(body).toMatch(
    /dolna_jobs_total\{task="reconcile-payments",result="success"\} \d|# TYPE dolna_jobs_total counter/,
  );
  expect(body).toContain('dolna_bookings_held 0');
  expect(body).toContain('dolna_refunds_due 0');
});

test('a mail that is dropped because of its address is counted', async () => {
  await addJob(store.db, MAIL, { to: 'nobody', subject: 'Hello', text: 'Hello' });
  const headers = { authorization: `Bearer ${TOKEN}` };
  await vi.waitFor(async () => {
    const { body } = await store.app.inject({ url: '/metrics', headers });
    expect(body).toMatch(/^dolna_mails_dropped_total 1$/m);
  }, 10_000);
});
