import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticeOf, postForm } from '../support/page-forms.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openTestStore, type Person, type TestStore } from '../support/test-store.ts';

let store: TestStore;
let admin: Person;
beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  admin = await store.as('admin');
});
afterAll(() => store.close());

test.each(['/dashboard/messages', '/dashboard/reporteditems'])(
  'a form to %s without the id of a row is refused, and no defect',
  async (url) => {
    const empty: Record<string, string> = { id: '', productId: '' };
    for (const fields of [empty, { ...empty, state: 'answered', decision: 'keep' }]) {
      const { body } = await postForm(store.app, url, admin.cookie, fields);
      expect(noticeOf(body)).toEqual(['alert', 'The request could not be read.']);
    }
    const { body } = await postForm(store.app, url, admin.cookie, {});
    expect(noticeOf(body)[0]).toBe('alert');
    expect(noticeOf(body)[1]).not.toContain('database');
  },
);
