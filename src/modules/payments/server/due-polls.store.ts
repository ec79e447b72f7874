import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { PAGE_MAX_MINUTES } from './open-payments.store.ts';
import type { PaymentNumber } from './providers/provider.ts';

/** Less than the minute of the job, so that each run polls. */
const NEXT_RUN_S = 45;
/** How long a page can be paid that the provider reports as open. */
const OPEN_PAGE_DAYS = 1;
/** The last poll comes at twice this age at the latest. */
const POLLS_MAX_DAYS = 3;

/** Selects payments, in any state, whose next poll is due, and postpones them in case no answer comes. */
export async function claimDuePolls(db: Db, limit: number, unavailable: string[]): Promise<PaymentNumber[]> {
  const due = sql`select id from payments where ask_again_at <= now() and provider <> all(${unavailable}::text[])
    order by ask_again_at limit ${limit}`;
  const { rows } = await sql<PaymentNumber>`
    update payments set ask_again_at = now() + make_interval(secs => ${NEXT_RUN_S})
    where id = any(array(${due})) returning provider, intent`.execute(db);
  return rows;
}

/**
 * Sets the time of a payment's next poll. While its page may be paid, that is the next run of the job: for PAGE_MAX_MINUTES,
 * and longer when the provider reports the page as open. Then each poll waits as long as the payment is old.
 * @param isPayable the provider reports an open page under the number
 */
export async function updateNextPoll(db: Db, { provider, intent }: PaymentNumber, isPayable: boolean): Promise<void> {
  const soonDays = isPayable ? OPEN_PAGE_DAYS : 0;
  const next = sql<Date | null>`case
    when created_at > now() - greatest(make_interval(mins => ${PAGE_MAX_MINUTES}), make_interval(days => ${soonDays}))
      then now() + make_interval(secs => ${NEXT_RUN_S})
    when created_at > now() - make_interval(days => ${POLLS_MAX_DAYS}) then now() + (now() - created_at) end`;
  await db
    .updateTable('payments')
    .set({ ask_again_at: next })
    .where('provider', '=', provider)
    .where('intent', '=', intent)
    .where('ask_again_at', 'is not', null)
    .execute();
}
