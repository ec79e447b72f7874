import type { FastifyInstance } from 'fastify';
import type { Database } from '#platform/database/database.ts';
import { serve } from '#platform/http/serve.ts';
import { getOverview } from '../contract.ts';
import { countOverview } from './store.ts';

/** Serves the calls of overview/contract.ts. */
export function overviewRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, getOverview, () => countOverview(db));
}
