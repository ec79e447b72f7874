import { expect, test } from 'vitest';
import { registration } from './contract.ts';
import { firstName, publicName } from './name.rules.ts';
import { safeReturnPath } from './return-path.rules.ts';
import { missingRole } from './rules.ts';

test('others see a first name and an initial', () => {
  expect(publicName('Sadia Karim')).toBe('Sadia K.');
  expect(publicName('  Sadia   Binte  Karim ')).toBe('Sadia K.');
  expect(publicName('Sadia')).toBe('Sadia');
  expect(publicName('সাদিয়া করিম')).toBe('সাদিয়া ক.');
});

test('a seller sees a buyer’s first name', () => {
  expect(firstName('Ayesha Rahman')).toBe('Ayesha');
  expect(firstName('')).toBe('');
});

test('a registration is refused at its e-mail when the provider would refuse the address', () => {
  const problemsWith = (email: string) =>
    registration(6)
      .safeParse({ name: 'Ayesha', email, password: 'secret-1234' })
      .error?.issues.map(({ path, message }) => [...path, message]);
  for (const email of ['nobody', 'ayesha@localhost', 'আয়েশা@example.com'])
    expect(problemsWith(email)).toEqual([['email', 'error.emailShape']]);
  expect(problemsWith(' Ayesha@Example.com ')).toBeUndefined();
});

test('after signing in people return to the page they came from', () => {
  for (const path of ['/', '/dashboard/myorders', '/products/0190?book=1&quality=Good#top', '/blog/দোলনা'])
    expect(safeReturnPath(path)).toBe(path);
});

test('nobody is sent to another site after signing in [2.22 T19]', () => {
  for (const path of [
    null,
    undefined,
    '',
    'dashboard',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\u0000/x',
    ' /x',
    'javascript:alert(1)',
  ])
    expect(safeReturnPath(path)).toBe('/');
});

test('a person may start with the role that they lack, and an admin with none', () => {
  expect(missingRole(['buyer'])).toBe('seller');
  expect(missingRole(['seller'])).toBe('buyer');
  expect(missingRole(['buyer', 'seller'])).toBeUndefined();
  expect(missingRole(['admin'])).toBeUndefined();
});
