import type { FastifyInstance } from 'fastify';
import { actorOf, writeAuditEntry } from '#modules/audit/server/service.ts';
import { type Database, transaction } from '#platform/database/database.ts';
import { toCsv } from '#platform/http/csv.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import { batchesOf, COLUMNS } from './lists.ts';

export function exportRoutes(app: FastifyInstance, { db, product }: { db: Database; product: string }): void {
  serve(app, calls.exportList, async ({ caller, params: { list }, request }) => {
    await transaction(db, (db) => writeAuditEntry(db, actorOf(caller, request), 'export', { list }));
    const heads = COLUMNS[list].map((column) => translateIn(languageOf(request), column, product));
    return toCsv(heads, batchesOf(db, list));
  });
}
