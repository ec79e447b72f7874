import type { FastifyInstance } from 'fastify';
import type { CountGuess, PasswordCheck } from '#modules/identity/server/service.ts';
import type { Database } from '#platform/database/database.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import { presentAccount } from './present-account.ts';
import { collectPersonalData, deleteOwnAccount, getOwnAccount } from './service.ts';

interface AccountDeps {
  db: Database;
  origin: string;
  passwords: PasswordCheck;
  /** Absent in tests: guesses are not limited. */
  countGuess: CountGuess | undefined;
}

/** Serves the calls of account/contract.ts. */
export function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { db, origin } = deps;
  serve(app, calls.getAccount, async ({ caller }) => presentAccount(await getOwnAccount(db, caller.id)));

  serve(app, calls.downloadData, ({ caller }) => collectPersonalData(db, caller.id, origin));

  serve(app, calls.deleteAccount, async ({ caller, body, request }) => {
    await deleteOwnAccount(deps, caller.id, { ...body, source: request });
    return { deletedCount: 1 };
  });
}
