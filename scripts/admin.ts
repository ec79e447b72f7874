import { addAdmin, removeAdmin } from '#modules/identity/server/service.ts';
import { selectAdmins } from '#modules/identity/server/store.ts';
import { createDatabase, type Database, openPool } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { withDatabase } from './with-database.ts';

const USAGE = 'Usage: npm run admin -- add <email> | remove <email> | list';

/** A command that cannot be done; its message is printed as one line. */
class CommandError extends Error {}

const COMMANDS: Record<string, (db: Database, email: string) => Promise<string>> = {
  async add(db, email) {
    const outcome = await addAdmin(db, email);
    if (outcome === 'unknown')
      throw new CommandError(`No account has the e-mail ${email}. An admin needs an account first.`);
    if (outcome === 'trading')
      throw new CommandError(
        `${email} has open bookings, items for sale, or money that is not paid out, returned or settled. An admin neither buys nor sells: end these first, or use another account.`,
      );
    return outcome === 'added' ? `${email} is an admin now.` : `${email} is an admin already.`;
  },
  async remove(db, email) {
    const roles = await removeAdmin(db, email);
    if (!roles) throw new CommandError(`There is no admin with the e-mail ${email}.`);
    return `${email} is no admin any more, but a ${roles.join(' and ')}.`;
  },
  async list(db) {
    const admins = await selectAdmins(db);
    return admins.map(({ name, email }) => `${email}  ${name}`).join('\n') || 'There is no admin yet.';
  },
};

try {
  const [name = '', email = '', ...more] = process.argv.slice(2);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command || more.length > 0 || (name === 'list') !== (email === '')) throw new CommandError(USAGE);
  await withDatabase(async (url) => {
    process.stdout.write(`${await run(url, (db) => command(db, email.trim().toLowerCase()))}\n`);
  });
} catch (error) {
  if (!(error instanceof CommandError || isConnectionError(error))) throw error;
  process.stderr.write(
    `${error instanceof CommandError ? error.message : `The database at DATABASE_URL does not answer (${error.code}).`}\n`,
  );
  process.exitCode = 1;
}

async function run(url: string, work: (db: Database) => Promise<string>): Promise<string> {
  await migrate(url);
  const db = createDatabase(openPool(url, () => undefined, { max: 1 }));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** No server, an unknown name, or a refused login (SQLSTATE class 28, 3D000). */
function isConnectionError(error: unknown): error is { code: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(E[A-Z]+|28\w{3}|3D000)$/.test(code);
}
