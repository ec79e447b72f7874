import type { FastifyInstance } from 'fastify';
import type { Database } from '#platform/database/database.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import { presentAccount } from './present-account.ts';
import { type CountGuess, collectData, leaveStore, ownAccount, type Passwords } from './service.ts';

interface AccountParts {
  db: Database;
  /** The store's public address. */
  origin: string;
  passwords: Passwords;
  /** None for a test run. */
  countGuess: CountGuess | undefined;
}

export function accountRoutes(app: FastifyInstance, parts: AccountParts): void {
  const { db, origin } = parts;
  serve(app, calls.getAccount, async ({ caller }) => presentAccount(await ownAccount(db, caller.id)));

  serve(app, calls.downloadData, ({ caller }) => collectData(db, caller.id, origin));

  serve(app, calls.deleteAccount, async ({ caller, body, request }) => {
    await leaveStore(parts, caller.id, { ...body, origin: request });
    return { deletedCount: 1 };
  });
}
