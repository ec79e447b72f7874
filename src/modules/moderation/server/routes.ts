import type { FastifyInstance } from 'fastify';
import { actorOf } from '#modules/audit/server/service.ts';
import { firstName } from '#modules/identity/name.rules.ts';
import type { Database } from '#platform/database/database.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import { outcomeOf } from '../rules.ts';
import { closeReports, fileReport } from './service.ts';
import { type CaseRow, type OwnReportRow, selectCases, selectReportsOf } from './store.ts';

/** Serves the calls of moderation/contract.ts. */
export function moderationRoutes(
  app: FastifyInstance,
  { db, product, pageSize }: { db: Database; product: string; pageSize: number },
): void {
  serve(app, calls.reportProduct, ({ caller, body, request, once }) => {
    const translate = (message: string) => translateIn(languageOf(request), message, product);
    return once(db, async (db) => {
      const { id, repeated } = await fileReport(db, { reporterId: caller.id, ...body });
      return { acknowledged: true, insertedId: id, message: translate(repeated ? 'reports.already' : 'reports.sent') };
    });
  });

  serve(app, calls.listReportedItems, async ({ query }) =>
    presentPage(await selectCases(db, query.state, readPage(query, pageSize)), presentCase),
  );

  serve(app, calls.decideOnReports, async ({ caller, params, body, request }) => ({
    modifiedCount: await closeReports(db, actorOf(caller, request), params.productId, body.decision),
  }));

  serve(app, calls.listMyReports, async ({ caller, query }) =>
    presentPage(await selectReportsOf(db, caller.id, readPage(query, pageSize)), presentOwnReport),
  );
}

/** Returns the wire shape of a case, with the first names of reporters only. */
function presentCase(row: CaseRow): calls.ReportedItem {
  return {
    _id: row.id,
    itemId: row.product_id,
    itemName: row.item_name,
    image: row.image,
    ...(row.seller_name === null ? {} : { sellerName: row.seller_name }),
    status: row.status,
    count: row.count,
    reasons: row.reasons.map(({ id, reporter, reason, created_at }) => ({
      _id: id,
      ...(reporter === null ? {} : { reporter: firstName(reporter) }),
      reason,
      createdAt: new Date(created_at).toISOString(),
    })),
    openedAt: row.opened_at.toISOString(),
    ...(row.decision ? { decision: row.decision } : {}),
    ...(row.decided_at ? { decidedAt: row.decided_at.toISOString() } : {}),
  };
}

function presentOwnReport(row: OwnReportRow): calls.OwnReport {
  return {
    _id: row.id,
    itemId: row.product_id,
    itemName: row.name,
    image: row.image,
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    outcome: outcomeOf(row.decision),
    ...(row.decided_at ? { decidedAt: row.decided_at.toISOString() } : {}),
  };
}
