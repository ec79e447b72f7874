import { expect, test } from 'vitest';
import { networkOf, siteOf } from './network.ts';

test('a household is one network, with all its IPv6 addresses', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:1:2');
  expect(networkOf('2001:0db8:1:2::1')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
});

test('a customer has many IPv6 networks, and one IPv4 address', () => {
  expect(siteOf('2001:0db8:1:2::1')).toBe('2001:db8:1');
  expect(siteOf('2001:db8::1')).toBe('2001:db8:0');
  expect(siteOf('203.0.113.7')).toBeUndefined();
  expect(siteOf('::ffff:203.0.113.7')).toBeUndefined();
});
