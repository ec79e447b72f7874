import pg from 'pg';
import { SettingsError } from '#platform/operations/settings.ts';

/** What has to be on, so that what was said to be done is still done after the power was cut. */
const NEEDED = ['fsync', 'full_page_writes', 'synchronous_commit'];

/** Refuses a database that forgets with the power what it has confirmed. @throws SettingsError that names the setting */
export async function assertDurable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any($1) order by name',
      [NEEDED],
    );
    const off = rows.find(({ setting }) => setting === 'off');
    if (off)
      throw new SettingsError(
        `The database has ${off.name} off, so it would lose with the power what was promised. Turn it on first.`,
      );
  } finally {
    await client.end();
  }
}
