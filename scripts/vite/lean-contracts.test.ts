import { expect, test } from 'vitest';
import { leanContract } from './lean-contracts.ts';

const START = [
  `import { defineCall } from '#platform/contract/call.ts';`,
  `export * from '/src/modules/x/contract.ts?whole';`,
];
const lean = (code: string) => leanContract(code, '/src/modules/x/contract.ts').split('\n');

test('a call keeps its method and path, and loses its schemas', () => {
  const code = `export const book = defineCall('POST /bookings', { access: 'buyer', body: z.object({}), reply: booking });`;
  expect(lean(code)).toEqual([...START, `export const book = /* @__PURE__ */ defineCall('POST /bookings', {  });`]);
});

test('a call keeps the properties that the client reads', () => {
  const code = `export const list = defineCall('GET /items', { access: 'anyone', paged: true, reply: z.array(item) });
export const csv = defineCall('GET /items.csv', { access: 'admin', file: 'text/csv' });`;
  expect(lean(code)).toEqual([
    ...START,
    `export const list = /* @__PURE__ */ defineCall('GET /items', { paged: true });`,
    `export const csv = /* @__PURE__ */ defineCall('GET /items.csv', { file: 'text/csv' });`,
  ]);
});

test('an upload, a schema, a function and a call that is not exported come from the complete contract', () => {
  const code = `export const addPhoto = defineCall('POST /photos', { access: 'seller', upload: { maxBytes: 5 } });
export const bookingForm = z.object({ phone });
export function priceOf() { return 1; }
const inner = defineCall('GET /inner', {});`;
  expect(lean(code)).toEqual(START);
});
