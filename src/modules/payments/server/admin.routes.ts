import type { FastifyInstance } from 'fastify';
import { actorOf } from '#modules/audit/server/service.ts';
import { toTk } from '#platform/contract/values.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../admin.contract.ts';
import { type AdminPaymentRow, selectPaymentsForAdmin } from './admin.store.ts';
import { recordReturnByHand } from './by-hand.service.ts';
import type { PaymentDeps } from './payment-deps.ts';

export function adminPaymentRoutes(app: FastifyInstance, deps: PaymentDeps & { pageSize: number }): void {
  const { db, pageSize } = deps;
  serve(app, calls.listPayments, async ({ query }) =>
    presentPage(await selectPaymentsForAdmin(db, readPage(query, pageSize), query.transactionId), present),
  );

  serve(app, calls.recordByHand, async ({ caller, params, body, request, once, claim }) => {
    await claim();
    return recordReturnByHand(deps, { paymentId: params.id, actor: actorOf(caller, request), once }, body);
  });
}

function present(row: AdminPaymentRow): calls.PaymentForAdmin {
  return {
    _id: row.id,
    transactionId: row.intent,
    itemName: row.item_name,
    amount: toTk(row.captured),
    returned: toTk(row.returned),
    left: toTk(Math.max(0, row.captured - row.returned)),
    state: row.state as calls.PaymentForAdmin['state'],
    disputed: row.disputed,
    since: row.updated_at.toISOString(),
  };
}
