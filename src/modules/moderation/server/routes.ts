import type { FastifyInstance } from 'fastify';
import { actorOf } from '#modules/audit/server/service.ts';
import type { Database } from '#platform/database/database.ts';
import { presentPage, readCursor, readPage, toPage } from '#platform/database/keyset.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import { selectCases } from './cases.store.ts';
import { presentCase, presentOwnReport } from './present-report.ts';
import { selectReportsOf } from './reports.store.ts';
import { closeReports, fileReport } from './service.ts';

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
    toPage(await selectCases(db, query.state, pageSize + 1, readCursor(query.cursor)), presentCase, pageSize),
  );

  serve(app, calls.decideOnReports, async ({ caller, params, body, request }) => ({
    modifiedCount: await closeReports(db, actorOf(caller, request), params.productId, body.decision),
  }));

  serve(app, calls.listMyReports, async ({ caller, query }) =>
    presentPage(await selectReportsOf(db, caller.id, readPage(query, pageSize)), presentOwnReport),
  );
}
