import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { plain, send, sendPhoto, settled, withTexts } from './photo.fixtures.ts';

let store: TestStore;
let seller: Person;

beforeAll(async () => {
  store = await openTestStore();
  seller = await store.as('seller');
  // What the library loads once does not count as memory of the first file.
  await settled(store, await sendPhoto(store, seller, await plain(600, 400).png().toBuffer()));
});
afterAll(() => store?.close());

/** The most memory that this process has taken so far, in MB. */
const peakMemory = () => process.resourceUsage().maxRSS / 1024;

describe('a small PNG that unfolds to much', () => {
  test.each([
    ['compressed texts of 600 MB', 'zTXt', 80, 7_500_000],
    ['compressed international texts of 600 MB', 'iTXt', 80, 7_500_000],
    ['one text of 100 MB', 'zTXt', 1, 100_000_000],
    ['a profile of 100 MB', 'iCCP', 1, 100_000_000],
    ['2,000 empty texts', 'zTXt', 2000, 0],
  ] as const)('with %s is refused before it takes any memory [T32]', async (_what, type, count, bytes) => {
    const file = withTexts(type, count, bytes);
    expect(file.length).toBeLessThan(1_000_000);
    const before = peakMemory();
    const answer = await send(store, seller, file);
    expect(answer.json()).toMatchObject({ status: 400, title: 'photo-broken', errors: [{ field: 'photo' }] });
    expect(answer.json().message).toMatch(/photo.*(Choose|Make|choose)/s);
    expect(peakMemory() - before).toBeLessThan(150);
  });
});
