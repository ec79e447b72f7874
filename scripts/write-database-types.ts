import { migrate } from '#platform/database/migrate.ts';
import { startThrowaway } from '../tests/support/database-setup.ts';
import { runProgram } from './steps.ts';

/** Writes src/platform/database/database.types.ts from a new database with all migrations. */
const postgres = await startThrowaway();
try {
  await migrate(postgres.url);
  const file = 'src/platform/database/database.types.ts';
  process.exitCode = await runProgram('kysely-codegen', ['--dialect', 'postgres', '--out-file', file], {
    DATABASE_URL: postgres.url,
  });
} finally {
  await postgres.stop();
}
