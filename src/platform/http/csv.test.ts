import { expect, test } from 'vitest';
import { type Cell, toCsv } from './csv.ts';

async function write(...rows: Cell[][]): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of toCsv(
    ['A', 'B'],
    (async function* () {
      yield rows;
    })(),
  ))
    pieces.push(piece);
  return pieces.join('');
}

test('CSV is UTF-8 with a byte order mark and CR LF, with texts in quotes and numbers without [13.7]', async () => {
  expect(await write(['প্র্যাম', 6500.5], ['He said "pram", twice\nand again', -3], [null, true])).toBe(
    '\ufeff"A","B"\r\n"প্র্যাম",6500.5\r\n"He said ""pram"", twice\nand again",-3\r\n"","true"\r\n',
  );
  expect(await write([new Date('2026-11-21T09:05:00Z'), 0])).toContain('"2026-11-21T15:05:00+06:00",0\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '=HYPERLINK("http://evil")'])(
  'a text that looks like a formula (%j) is escaped [13.7]',
  async (text) => {
    expect(await write([text, 1])).toContain(`\r\n"'${text.replaceAll('"', '""')}",1\r\n`);
  },
);

test('rows are fetched one batch at a time, on demand [13.7]', async () => {
  let asked = 0;
  async function* batches(): AsyncGenerator<Cell[][]> {
    for (; asked < 1000; ) {
      asked += 1;
      yield [[asked]];
    }
  }
  const pieces = toCsv(['A'], batches());
  for (let n = 0; n < 3; n += 1) await pieces.next();
  expect(asked).toBe(2);
});
