import { ensureCategories } from '#modules/catalogue/server/first-categories.store.ts';
import { hasDemoUsers } from '#modules/identity/server/store.ts';
import { ensureSynonyms } from '#modules/search/server/synonyms.store.ts';
import { createDatabase, openPool, transaction } from '#platform/database/database.ts';
import { SettingsError } from '#platform/operations/settings.ts';

/** Adds categories and synonyms to a new store. @throws SettingsError for demo accounts, whose passwords are public */
export async function prepareProduction(url: string): Promise<void> {
  const pool = openPool(url, () => undefined, { max: 1 });
  const db = createDatabase(pool);
  try {
    if (await hasDemoUsers(db))
      throw new SettingsError('DATABASE_URL holds demo accounts: APP_MODE=production needs another database.');
    await transaction(db, ensureSynonyms);
    await ensureCategories(db);
  } finally {
    await db.destroy();
  }
}
