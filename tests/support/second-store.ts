import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '#modules/payments/server/store-settings.ts';
import { type Client, createClient } from '#platform/contract/call-client.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { openStore } from '../../src/server.ts';
import { createTestDatabase } from './postgres.ts';
import { openTestStore, type Person, SETTINGS, type TestStore } from './test-store.ts';

/** Two instances of one store on one database, within the test's process. */
export interface TwoStores {
  store: TestStore;
  /** Address of the second instance. */
  otherAddress: string;
  /** Returns a person's client of the second instance. */
  elsewhere(person: Person): Client;
  close(): Promise<void>;
}

const AUTH_SECRET = 'a secret of at least 32 characters';
/** application_name of the first instance's connection for live events. */
export const FIRST_CHANNEL = 'first channel';

/** Opens two instances of one store on one new database. */
export async function openTwoStores(): Promise<TwoStores> {
  const database = await createTestDatabase();
  const DATABASE_LISTEN_URL = `${database.url}?application_name=${encodeURIComponent(FIRST_CHANNEL)}`;
  const store = await openTestStore({ AUTH_SECRET, DATABASE_LISTEN_URL }, { database });
  const dataDir = await mkdtemp(join(tmpdir(), 'dolna-test-'));
  const other = await openStore(readSettings({ ...SETTINGS, AUTH_SECRET }), {
    databaseUrl: store.databaseUrl,
    dataDir,
  });
  return {
    store,
    otherAddress: other.address,
    elsewhere: ({ token }) => createClient(inProcessTransport(other.app, { authorization: `Bearer ${token}` })),
    async close() {
      await other.close();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
