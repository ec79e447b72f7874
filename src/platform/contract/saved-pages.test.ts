import { expect, test } from 'vitest';
import { isSavedPage } from './saved-pages.ts';

test.each(['/', '/items/1', '/dashboard/myorders', '/dashboard/myorders/1', '/dashboard/mybuyers/1'])(
  '%s is saved for times without a network',
  (path) => expect(isSavedPage(path)).toBe(true),
);

test.each(['/login', '/dashboard/myorders/1/dispute', '/dashboard/myproduct/1/edit', '/dashboard/payment/1'])(
  '%s, which changes data, is not saved',
  (path) => expect(isSavedPage(path)).toBe(false),
);
