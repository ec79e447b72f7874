import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { hiddenFields, noticeOf, postForm } from '../support/page-forms.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
});
afterAll(() => store.close());

test('without the page’s script a refusal stands once on its page', async () => {
  const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  const categoryId = await aCategory(store.db);
  const list = async () => (await seller.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
  const [itemId, other] = [await list(), await list()];
  const post = (url: string, cookie: string, fields: Record<string, string>) =>
    postForm(store.app, url, cookie, fields);

  const url = `/products/${categoryId}?book=${itemId}`;
  const fields = { intent: 'book', key: crypto.randomUUID(), phone: '01712345678', location: 'Mirpur 10' };
  await post(url, buyer.cookie, { ...fields, itemId: other });
  const refusals = [
    // The key of another booking.
    await post(url, buyer.cookie, { ...fields, itemId }),
    await post('/dashboard/myearnings', seller.cookie, { intent: 'request', key: crypto.randomUUID() }),
    await post('/new-email?token=made-up', '', {}),
  ];
  for (const { body } of refusals) {
    const [role, message = ''] = noticeOf(body);
    expect(role).toBe('alert');
    expect(body.replace(/<script[\s\S]*?<\/script>/g, '').split(message)).toHaveLength(2);
  }
  expect(hiddenFields(refusals[0]?.body ?? '', 'phone')).toMatchObject({ itemId });
});
