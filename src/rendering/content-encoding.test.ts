import { expect, test } from 'vitest';
import { encodingFor } from './content-encoding.ts';

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, BR', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['zstd;q=0.0,br ; Q=0 , deflate', 'identity'],
  ['deflate', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('accept-encoding %j selects %s', (accepted, encoding) => {
  expect(encodingFor(accepted, ['zstd', 'br', 'gzip'])).toBe(encoding);
});
