import { migrate } from '#platform/database/migrate.ts';
import { withDatabase } from './with-database.ts';

await withDatabase((url) => migrate(url));
process.stdout.write('The database is up to date.\n');
