import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { PAGE_MAX_MINUTES } from './open-payments.store.ts';
import type { PaymentNumber } from './providers/provider.ts';

/** Less than the minute of the job, so that each run of it asks. */
const PAUSE_S = 45;
/** How long a page can be paid that the provider reports as open. */
const OPEN_PAGE_DAYS = 1;
/** The last question comes at twice this age at the latest. */
const QUESTIONS_DAYS = 3;

/** Selects payments, in any state, about which it is time to ask again, and postpones them in case no answer comes. */
export async function claimLateQuestions(db: Db, limit: number, away: string[]): Promise<PaymentNumber[]> {
  const due = sql`select id from payments where ask_again_at <= now() and provider <> all(${away}::text[])
    order by ask_again_at limit ${limit}`;
  const { rows } = await sql<PaymentNumber>`
    update payments set ask_again_at = now() + make_interval(secs => ${PAUSE_S})
    where id = any(array(${due})) returning provider, intent`.execute(db);
  return rows;
}

/**
 * Sets the time of the next question about a payment after an answer. The next run of the job asks while a page may be paid:
 * for PAGE_MAX_MINUTES, and longer when the provider reports one as open. Then each question waits as long as the payment is
 * old.
 * @param isPayable the provider reports an open page under the number
 */
export async function updateAskedLate(db: Db, { provider, intent }: PaymentNumber, isPayable: boolean): Promise<void> {
  const soonDays = isPayable ? OPEN_PAGE_DAYS : 0;
  const next = sql<Date | null>`case
    when created_at > now() - greatest(make_interval(mins => ${PAGE_MAX_MINUTES}), make_interval(days => ${soonDays}))
      then now() + make_interval(secs => ${PAUSE_S})
    when created_at > now() - make_interval(days => ${QUESTIONS_DAYS}) then now() + (now() - created_at) end`;
  await db
    .updateTable('payments')
    .set({ ask_again_at: next })
    .where('provider', '=', provider)
    .where('intent', '=', intent)
    .where('ask_again_at', 'is not', null)
    .execute();
}
