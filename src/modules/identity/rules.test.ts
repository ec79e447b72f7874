import { expect, test } from 'vitest';
import { firstName, mayErase, mayVerify, publicName, safeReturnPath } from './rules.ts';

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

test('a seller is verified once, and nobody else', () => {
  expect(mayVerify({ role: 'seller', verified: false })).toBe(true);
  expect(mayVerify({ role: 'seller', verified: true })).toBe(false);
  for (const role of ['buyer', 'admin'] as const) expect(mayVerify({ role, verified: false })).toBe(false);
});

test('an admin deletes buyers and sellers, and no admin', () => {
  const roles = ['buyer', 'seller', 'admin'] as const;
  expect(roles.filter((role) => mayErase({ role }))).toEqual(['buyer', 'seller']);
});
