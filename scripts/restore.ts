import { join, resolve } from 'node:path';
import { restore } from '#platform/server/keeping/restore.ts';
import { readSettings } from '#platform/server/settings.ts';
import { refuse, withDatabase } from './database.ts';

const [file, ...more] = process.argv.slice(2);
if (!file || more.length > 0) refuse('Usage: npm run restore -- <file>');

await withDatabase(async (databaseUrl) => {
  const mediaDir = join(resolve(readSettings(process.env).DATA_DIR), 'media');
  const { rows, files } = await restore(resolve(file), { databaseUrl, mediaDir });
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${file} is back: ${total} rows of ${Object.keys(rows).length} tables, ${files} files.\n`);
});
