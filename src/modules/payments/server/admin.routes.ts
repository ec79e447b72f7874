import type { FastifyInstance } from 'fastify';
import { actorOf } from '#modules/audit/server/service.ts';
import { toTk } from '#platform/contract/values.ts';
import { readCursor, toPage } from '#platform/database/keyset.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../admin.contract.ts';
import { type AdminPaymentRow, selectPaymentOfIntent, selectPaymentsNeedingPerson } from './admin.store.ts';
import { recordReturnByHand } from './by-hand.service.ts';
import type { PaymentDeps } from './payment-deps.ts';

export function adminPaymentRoutes(app: FastifyInstance, deps: PaymentDeps & { pageSize: number }): void {
  const { db, pageSize } = deps;
  serve(app, calls.listPayments, async ({ query: { cursor, transactionId } }) => {
    const rows = transactionId
      ? await selectPaymentOfIntent(db, transactionId)
      : await selectPaymentsNeedingPerson(db, pageSize + 1, readCursor(cursor));
    return toPage(rows, present, pageSize);
  });

  serve(app, calls.recordByHand, ({ caller, params, body, request, once }) =>
    recordReturnByHand(deps, { paymentId: params.id, actor: actorOf(caller, request), once }, body),
  );
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
