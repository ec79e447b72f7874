import { migrate } from '#platform/database/migrate.ts';
import { seedDemo } from '../src/demo/seed-demo.ts';
import { withDatabase } from './with-database.ts';

await withDatabase(async (url) => {
  await migrate(url);
  const filled = await seedDemo(url);
  process.stdout.write(
    filled ? 'The database holds the demo now.\n' : 'The database is not empty: nothing was changed.\n',
  );
});
