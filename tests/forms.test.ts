import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { bookingDialog } from '#modules/bookings/contract.ts';
import { newProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { credentials, registration as registrationOf } from '#modules/identity/contract.ts';
import { message } from '#platform/contract/message-reference.ts';
import { checkForm } from '#platform/forms/form-check.ts';
import { translateIn } from '#platform/http/language.ts';
import { openTestStore, type Person, provider, type TestStore } from './support/test-store.ts';

let store: TestStore;
let seller: Person;
let buyer: Person;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore();
  [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const registration = registrationOf(6);

type Typed = Record<string, string>;

/** Returns the browser form's messages for typed values, by field, in English. */
function inTheForm(schema: z.ZodObject, typed: Typed): Typed {
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  const faults = checkForm(form, schema).reply().error ?? {};
  return Object.fromEntries(
    Object.entries(faults).map(([field, said]) => [field, translateIn('en', said?.[0] ?? '', 'Dolna')]),
  );
}

/** Returns the server's messages for the same values without the form. */
async function atTheServer(who: Person, url: string, typed: Typed): Promise<Typed> {
  const headers = { authorization: `Bearer ${who.token}` };
  const answer = await store.app.inject({ method: 'POST', url: `/api${url}`, headers, payload: typed });
  const errors: { field: string; message: string }[] = answer.json().errors ?? [];
  return Object.fromEntries(errors.reverse().map(({ field, message }) => [field, message]));
}

describe('the login form', () => {
  test.each([
    [{}, { email: 'Email is required', password: 'Password is required' }],
    [{ email: 'a@example.com', password: '12345' }, { password: 'Password must be 6 character or longer' }],
    [{ email: '   ', password: 'secret' }, { email: 'Email is required' }],
    [{ email: 'a@example.com', password: '123456' }, {}],
  ])('with %j shows %j [5.6]', (typed, said) => expect(inTheForm(credentials, typed as Typed)).toEqual(said));
});

describe('the registration form', () => {
  const good = { name: 'Nusrat', email: 'nusrat@example.com', password: 'secret', userCategory: 'Seller' };

  test.each([
    ['name', '', 'Name is required'],
    ['name', '   ', 'Name is required'],
    ['email', '', 'Email is required'],
    ['email', 'nusrat', 'Enter an email such as name@example.com.'],
    ['password', '', 'Password is required'],
    ['password', '12345', 'Password must be 6 character or longer'],
    ['password', 'x'.repeat(129), 'A password has at most 128 characters.'],
  ])('with %s "%s" shows the server’s message', async (field, value, said) => {
    const typed = { ...good, [field]: value };
    expect(inTheForm(registration, typed)).toEqual({ [field]: said });
    const answer = await provider(store.app, '/sign-up/email', typed);
    expect([answer.statusCode, answer.json().message]).toEqual([400, said]);
  });

  test('has its messages in Bangla for a Bangla page', async () => {
    const answer = await provider(store.app, '/sign-up/email', { ...good, password: '1' }, { cookie: 'lang=bn' });
    expect(answer.json().message).toBe(translateIn('bn', message('error.passwordMin', { n: 6 }), ''));
  });

  test('has Buyer selected initially', () => {
    const { userCategory, ...rest } = good;
    expect(registration.parse(rest)).toMatchObject({ userCategory: 'Buyer' });
  });
});

describe('Add a Product', () => {
  test.each([
    [{ productName: '' }, 'productName'],
    [{ productName: 'x'.repeat(121) }, 'productName'],
    [{ imageURL: 'pram.jpg' }, 'imageURL'],
    [{ originalPrice: '' }, 'originalPrice'],
    [{ originalPrice: 'cheap' }, 'originalPrice'],
    [{ resalePrice: '0' }, 'resalePrice'],
    [{ resalePrice: '1.005' }, 'resalePrice'],
    [{ resalePrice: '1,00,00,001' }, 'resalePrice'],
    [{ location: ' ' }, 'location'],
    [{ useYear: '31' }, 'useYear'],
    [{ phone: '0171234' }, 'phone'],
    [{ phone: '01212345678' }, 'phone'],
    [{ quality: 'New' }, 'quality'],
    [{ categoryId: 'x' }, 'categoryId'],
    [{ description: 'x'.repeat(4001) }, 'description'],
  ])('with %j shows the server’s message', async (changes, field) => {
    const typed = { ...aProduct(categoryId), originalPrice: '12000', resalePrice: '6500', useYear: '2', ...changes };
    const said = inTheForm(newProduct, typed as Typed);
    expect(Object.keys(said)).toEqual([field]);
    expect(await atTheServer(seller, '/products', typed as Typed)).toEqual(said);
  });
});

describe('the booking dialog', () => {
  test.each([
    [{ phone: '', location: 'Mirpur' }],
    [{ phone: '0171 204 88', location: 'Mirpur' }],
    [{ phone: 'call me', location: 'Mirpur' }],
    [{ phone: '01712345678', location: '' }],
    [{ phone: '01712345678', location: 'x'.repeat(121) }],
    [{ phone: '', location: '' }],
  ])('with %j shows the server’s message', async (typed) => {
    const said = inTheForm(bookingDialog, typed);
    expect(Object.keys(said).length).toBeGreaterThan(0);
    const itemId = crypto.randomUUID();
    expect(await atTheServer(buyer, '/bookings', { itemId, ...typed })).toEqual(said);
  });
});
