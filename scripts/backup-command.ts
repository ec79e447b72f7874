import { resolve } from 'node:path';
import { backUp } from '#backup/backup.ts';
import { readSettings } from '#modules/payments/server/store-settings.ts';
import { filesOf } from '../src/server.ts';
import { exitWithError, withDatabase } from './with-database.ts';

const [file, ...more] = process.argv.slice(2);
if (!file || more.length > 0) exitWithError('Usage: npm run backup -- <file>');

await withDatabase(async (databaseUrl) => {
  const settings = readSettings(process.env);
  const place = { databaseUrl, files: await filesOf(settings, resolve(settings.DATA_DIR)) };
  const { rows, files } = await backUp(place, resolve(file));
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${file}: ${total} rows of ${Object.keys(rows).length} tables, ${files} files of photos.\n`);
});
