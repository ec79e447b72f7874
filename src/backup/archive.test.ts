import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCategory } from '#modules/catalogue/server/fixtures.ts';
import { createDatabase, openPool } from '#platform/database/database.ts';
import { migrationsOfRelease } from '#platform/database/migration-files.ts';
import { openFiles } from '#platform/files/file-store.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/postgres.ts';
import type { Manifest } from './archive.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

const PHOTO = Buffer.alloc(3_000_000, 'photo');

let folder: string;
let source: TestDatabase;
let empty: TestDatabase;
/** A backup, the files that the system's tar takes out of it, and their names in order. */
let file: string;
let opened: string;
let names: string[];

const run = promisify(execFile);
const tar = async (...args: string[]) => (await run('tar', args)).stdout.trim().split('\n');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolna-archive-'));
  [source, empty] = [await createTestDatabase(), await createTestDatabase({ empty: true })];
  const db = createDatabase(openPool(source.url, () => undefined, { max: 1 }));
  await aCategory(db);
  await db.destroy();
  const media = await openFiles(join(folder, 'media'));
  await media.put('a/800.webp', PHOTO);
  file = join(folder, 'good.tar.gz');
  await backUp({ databaseUrl: source.url, files: media }, file);
  opened = join(folder, 'opened');
  await mkdir(opened);
  await tar('-xf', file, '-C', opened);
  names = await tar('-tf', file);
});
afterAll(async () => {
  await Promise.all([source.drop(), empty.drop()]);
  await rm(folder, { recursive: true, force: true });
});

test("the system's tar opens a backup, and the manifest describes every file", async () => {
  expect((await tar('-tvf', file)).filter((line) => /^-rw------- .* tables\/products\.csv$/.test(line))).toHaveLength(
    1,
  );
  const manifest: Manifest = JSON.parse(await readFile(join(opened, 'manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({ format: 2, product: 'dolna' });
  expect(manifest.migrations).toEqual((await migrationsOfRelease()).map(({ name, checksum }) => ({ name, checksum })));
  expect([...manifest.entries.map(({ name }) => name), 'manifest.json']).toEqual(names);
  for (const { name, bytes, sha256 } of manifest.entries) {
    const content = await readFile(join(opened, name));
    const sum = createHash('sha256').update(content).digest('hex');
    expect([name, bytes, sha256]).toEqual([name, content.length, sum]);
  }
  const [header, ...categories] = (await readFile(join(opened, 'tables/categories.csv'), 'utf8')).trim().split('\n');
  expect(header).toMatch(/^id,/);
  expect(manifest.entries.find(({ name }) => name === 'tables/categories.csv')?.rows).toBe(categories.length);
  expect(await readFile(join(opened, 'photos/a/800.webp'))).toEqual(PHOTO);
});

async function expectRefused(bad: string, reason: string): Promise<void> {
  const files = await openFiles(join(folder, 'restored'));
  await expect(restore(bad, { databaseUrl: empty.url, files })).rejects.toThrow(reason);
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const { rows } = await client.query("select from pg_class where relnamespace = 'public'::regnamespace");
  await client.end();
  expect([rows, await readdir(join(folder, 'restored'))]).toEqual([[], ['incoming']]);
}

interface Change {
  reason: string;
  files?: (opened: string) => Promise<unknown>;
  archive?: (names: string[]) => string[];
}

test.for<Change>([
  {
    reason: 'photos/b/800.webp is not in the manifest',
    files: (at) => cp(join(at, 'photos/a'), join(at, 'photos/b'), { recursive: true }),
    archive: (all) => all.toSpliced(-1, 0, 'photos/b/800.webp'),
  },
  { reason: 'jobs.csv follows the manifest', archive: (all) => [...all, 'jobs.csv'] },
  { reason: 'it has no manifest', archive: (all) => all.slice(0, -1) },
  { reason: 'photos/a/800.webp is missing', archive: (all) => all.filter((name) => !name.startsWith('photos/')) },
  {
    reason: 'photos/a/800.webp is missing',
    files: (at) => rename(join(at, 'photos/a/800.webp'), join(at, 'photos/a/801.webp')),
    archive: (all) => all.map((name) => name.replace('800', '801')),
  },
  { reason: 'tables/users.csv was changed', files: (at) => writeFile(join(at, 'tables/users.csv'), 'id\n') },
  { reason: 'tables/ is not a file', archive: (all) => ['tables', ...all] },
  { reason: 'it is a backup of dolna in format 3', files: (at) => changeManifest(at, '"format": 2', '"format": 3') },
  { reason: 'it is a backup of else in format 2', files: (at) => changeManifest(at, '"dolna"', '"else"') },
])(
  'a backup with changed files is refused before anything is written: $reason [P13]',
  async ({ reason, files, archive }) => {
    const changed = await mkdtemp(join(folder, 'changed-'));
    await cp(opened, changed, { recursive: true });
    await files?.(changed);
    const bad = `${changed}.tar.gz`;
    await tar('-czf', bad, '--no-recursion', '-C', changed, ...(archive?.(names) ?? names));
    await expectRefused(bad, reason);
  },
);

test('an archive that is packed again without a change is restored', async () => {
  const same = join(folder, 'same.tar.gz');
  await tar('-czf', same, '-C', opened, ...names);
  const target = await createTestDatabase({ empty: true });
  const report = await restore(same, { databaseUrl: target.url, files: await openFiles(join(folder, 'same')) });
  expect(report).toMatchObject({ files: 1, rows: { categories: 1 } });
  await target.drop();
});

test('a backup of the earlier format is refused in one line', async () => {
  const earlier = join(folder, 'earlier.backup');
  await writeFile(earlier, gzipSync(`${JSON.stringify({ kind: 'head', format: 'dolna-backup-1' })}\n`.repeat(30)));
  await expectRefused(earlier, `${earlier} is not a complete backup in format 2, a gzipped tar archive`);
});

async function changeManifest(at: string, from: string, to: string): Promise<void> {
  const path = join(at, 'manifest.json');
  await writeFile(path, (await readFile(path, 'utf8')).replace(from, to));
}
