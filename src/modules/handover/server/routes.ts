import type { FastifyInstance } from 'fastify';
import { handoverCodeOf } from '#modules/bookings/server/service.ts';
import type { MethodService } from '#modules/payments/server/method.service.ts';
import type { Db } from '#platform/database/database.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import type { HandoverDeps } from './handover-deps.ts';
import {
  type Caller,
  callOffBooking,
  chooseMethod,
  claimWithoutCode,
  confirmReceipt,
  contradictNoShow,
  denyReceipt,
  type Entered,
  enterCode,
  reportNoShow,
  stateAfter,
} from './service.ts';

/** Serves the calls of handover/contract.ts. */
export function handoverRoutes(app: FastifyInstance, deps: HandoverDeps & { methods: MethodService }): void {
  // A provider's page is made outside of the transaction: a repeat gets the same page.
  serve(app, calls.chooseMethod, async ({ caller, params, body: { method }, once, claim }) => {
    deps.methods.assertOffered(method);
    const choose = async (db: Db) => {
      await chooseMethod({ ...deps, db }, callerOf(caller, params.id), method);
      return { modifiedCount: 1 };
    };
    if (method === 'card' || method === 'cash') {
      const chosen = await once(deps.db, choose);
      // The stored answer has no code.
      return method === 'cash' ? { ...chosen, code: handoverCodeOf(deps.secret, params.id, 'handover') } : chosen;
    }
    await claim();
    // A provider without an answer leaves the agreed method, and the code of cash, as they are.
    const redirectUrl = await deps.methods.begin(method, caller, params.id, choose);
    return { modifiedCount: 1, ...(redirectUrl && { redirectUrl }) };
  });

  // A wrong code is stored, too: a retry does not count as another try.
  serve(app, calls.handOver, async ({ caller, params, body, once }) => {
    const seller = callerOf(caller, params.bookingId);
    const entered = await once<Entered>(deps.db, async (db) =>
      body.code
        ? enterCode({ ...deps, db }, seller, body.code)
        : { state: await claimWithoutCode({ ...deps, db }, seller) },
    );
    return { state: stateAfter(entered) };
  });

  serve(app, calls.confirmReceived, async ({ caller, params, once }) =>
    once(deps.db, async (db) => ({ state: await confirmReceipt({ ...deps, db }, callerOf(caller, params.id)) })),
  );

  serve(app, calls.denyReceived, async ({ caller, params, once }) =>
    once(deps.db, async (db) => ({ state: await denyReceipt({ ...deps, db }, callerOf(caller, params.id)) })),
  );

  serve(app, calls.callOff, async ({ caller, params, body, once }) =>
    once(deps.db, async (db) => ({
      state: await callOffBooking({ ...deps, db }, callerOf(caller, params.id), body.reason),
    })),
  );

  serve(app, calls.reportNoShow, async ({ caller, params, once }) =>
    once(deps.db, async (db) => {
      await reportNoShow({ ...deps, db }, callerOf(caller, params.id));
      return { acknowledged: true };
    }),
  );

  serve(app, calls.contradictNoShow, async ({ caller, params, once }) =>
    once(deps.db, async (db) => {
      await contradictNoShow({ ...deps, db }, callerOf(caller, params.id));
      return { acknowledged: true };
    }),
  );
}

function callerOf({ id }: { id: string }, bookingId: string): Caller {
  return { bookingId, personId: id };
}
