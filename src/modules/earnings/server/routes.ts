import type { FastifyInstance } from 'fastify';
import { actorOf } from '#modules/audit/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import { toCsv } from '#platform/http/csv.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import * as adminCalls from '../payouts.contract.ts';
import { ACCOUNT_KINDS, lastMonths } from '../rules.ts';
import { PAYOUT_HEADS, payoutBatches, SALE_HEADS, saleBatches } from './earnings-csv.ts';
import type { EarningsDeps } from './earnings-deps.ts';
import { changeAccount } from './payout-account.service.ts';
import { listPayoutFiles, logDownload, makePayoutFile } from './payout-file.service.ts';
import { countOpenPayouts, selectPayouts } from './payouts.store.ts';
import { presentEarnings, presentReceipt, presentStatement } from './present-earnings.ts';
import { presentLine } from './present-line.ts';
import { presentPayout, presentSummary } from './present-payout.ts';
import { findReceipt } from './receipts.store.ts';
import {
  applySalesPastDeadline,
  findCurrentEarnings,
  findCurrentStatement,
  selectCurrentSales,
} from './sales-past-deadline.service.ts';
import { changeWeekly, closePayout, requestPayout, sendPayout } from './service.ts';
import { checkTransfer, failTransfer, transferPayout } from './transfer.service.ts';

const STATEMENT_MAX_ENTRIES = 500;

/** Serves the calls of earnings/contract.ts and payouts.contract.ts. */
export function earningsRoutes(app: FastifyInstance, deps: EarningsDeps): void {
  const { db, settings, product, pageSize } = deps;

  serve(app, calls.getEarnings, async ({ caller, request }) => {
    const now = new Date();
    const [since = ''] = lastMonths(now);
    return presentEarnings(await findCurrentEarnings({ ...deps, log: request.log }, caller.id, since), settings, now);
  });

  serve(app, calls.listEarnings, async ({ caller, query, request }) => {
    const page = readPage(query, pageSize);
    return presentPage(
      await selectCurrentSales({ ...deps, log: request.log }, caller.id, page, query.show),
      presentLine,
    );
  });

  serve(app, calls.downloadEarnings, async ({ caller, request }) => {
    await applySalesPastDeadline({ ...deps, log: request.log }, caller.id);
    const heads = SALE_HEADS.map((head) => translateIn(languageOf(request), head, product));
    return toCsv(heads, saleBatches(db, caller.id));
  });

  serve(app, calls.getStatement, async ({ caller, query: { month }, request }) => {
    const limit = STATEMENT_MAX_ENTRIES + 1;
    const found = await findCurrentStatement({ ...deps, log: request.log }, caller.id, month, limit);
    return presentStatement(month, found, STATEMENT_MAX_ENTRIES);
  });

  serve(app, calls.changePayoutAccount, ({ caller, body, request }) => {
    const accountId = request.session?.accountId ?? '';
    return changeAccount(deps, { userId: caller.id, accountId, email: caller.email, source: request }, body);
  });

  serve(app, calls.changeWeekly, async ({ caller, body }) => ({
    modifiedCount: await changeWeekly(deps, caller.id, body.weekly),
  }));

  serve(app, calls.requestPayout, async ({ caller, query, request, once }) => {
    await applySalesPastDeadline({ ...deps, log: request.log }, caller.id);
    const isLast = query.last === 'true';
    return once(db, (db) => requestPayout(db, caller.id, settings, isLast));
  });

  serve(app, calls.getReceipt, async ({ caller, params }) => {
    const row = await findReceipt(db, params.bookingId, caller.id);
    if (!row) throw new Problem('missing', 'not-found', 'error.notFound');
    return presentReceipt(row);
  });

  // The provider sends payouts to wallets, where one is set up.
  const transfers = deps.wallets !== undefined;

  serve(app, adminCalls.listPayouts, async ({ caller, query }) => {
    const { state = 'due', kind } = query;
    const page = await selectPayouts(db, state, kind, readPage(query, pageSize));
    const rules = { fourEyes: settings.fourEyes, transfers };
    return presentPage(page, (row) => presentPayout(row, caller.id, rules));
  });

  serve(app, adminCalls.summarizePayouts, async () => presentSummary(await countOpenPayouts(db), transfers));

  serve(app, adminCalls.makePayoutFile, ({ caller, request, once }) => {
    const kinds = ACCOUNT_KINDS.filter((kind) => !(kind === 'bkash' && transfers));
    return once(db, (db) => makePayoutFile(db, actorOf(caller, request), kinds));
  });

  serve(app, adminCalls.listPayoutFiles, ({ caller, query }) => listPayoutFiles(db, caller.id, query.before));

  serve(app, adminCalls.downloadPayouts, async ({ caller, query: { madeAt }, request }) => {
    await logDownload(db, actorOf(caller, request), madeAt);
    const heads = PAYOUT_HEADS.map((head) => translateIn(languageOf(request), head, product));
    return toCsv(heads, payoutBatches(db, { adminId: caller.id, madeAt }));
  });

  serve(app, adminCalls.sendPayout, ({ caller, params, request, once }) =>
    once(db, (db) => sendPayout(db, actorOf(caller, request), params.id)),
  );

  // A request may end before its transfer. The database stays open until that is recorded.
  const running = new Set<Promise<unknown>>();
  app.addHook('onClose', async () => {
    await Promise.allSettled(running);
  });

  serve(app, adminCalls.transferPayout, ({ caller, params, request }) => {
    const transfer = transferPayout({ ...deps, log: request.log }, actorOf(caller, request), params.id);
    running.add(transfer);
    return transfer.finally(() => running.delete(transfer));
  });

  serve(app, adminCalls.confirmPayout, async ({ caller, params, body, request, once, claim }) => {
    await claim();
    const isTransfer = await checkTransfer(deps, params.id, body.reference);
    return once(db, (db) => closePayout({ ...deps, db }, actorOf(caller, request), params.id, { ...body, isTransfer }));
  });

  serve(app, adminCalls.failPayout, ({ caller, params, body, request, once }) =>
    once(db, (db) => {
      const actor = actorOf(caller, request);
      return body.unsent
        ? failTransfer({ ...deps, db }, actor, params.id, body.reason)
        : closePayout({ ...deps, db }, actor, params.id, { ...body, isTransfer: false });
    }),
  );
}
