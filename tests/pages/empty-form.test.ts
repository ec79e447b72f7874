import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticeOf, postForm } from '../support/page-forms.ts';
import { loadSourcePages } from '../support/pages.ts';
import { allRows } from '../support/rows.ts';
import { openTestStore, type Person, type TestStore } from '../support/test-store.ts';

const errors: string[] = [];
let store: TestStore;
let admin: Person;
beforeAll(async () => {
  const log = { write: (line: string) => void errors.push(line) };
  store = await openTestStore({}, { pages: loadSourcePages, log });
  admin = await store.as('admin');
});
afterAll(() => store.close());

test.each<[url: string, change: Record<string, string>]>([
  ['/dashboard/messages', { state: 'answered' }],
  ['/dashboard/reporteditems', { decision: 'keep' }],
])('a form to %s without the id of a row is refused, changes nothing, and is no defect', async (url, change) => {
  const before = await allRows(store.db);
  const rows: [id: Record<string, string>, told: string][] = [
    [{}, 'The request cannot be read.'],
    [{ id: '' }, 'The request cannot be read.'],
    [{ id: 'no id' }, 'Not found.'],
  ];
  for (const [id, told] of rows)
    for (const fields of [id, { ...id, ...change }]) {
      const { statusCode, body } = await postForm(store.app, url, admin.cookie, fields);
      expect([fields, statusCode, noticeOf(body)]).toEqual([fields, 200, ['alert', told]]);
    }
  expect(await allRows(store.db)).toEqual(before);
  expect(errors).toEqual([]);
});
