import type { Db } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared.ts';

/** Runs for every page, so all counts are columns of one statement. */
const COUNT_TODO = {
  name: 'count-todo',
  text: `select
    (select count(*)::int from bookings
      where buyer_id = $1 and state = 'held' and hold_until > now() and method is distinct from 'cash'
        and not exists (select from payments where booking_id = bookings.id and payments.state = 'review'))
    + (select count(*)::int from bookings where buyer_id = $1 and state = 'paid' and claimed_until > now()) as myorders,
    (select count(*)::int from bookings
      where seller_id = $1 and state = 'paid' and claimed_until is null and pickup_ends_at > now()) as mybuyers,
    (select count(*)::int from disputes
      where until > now() and (buyer_id = $1 and (state = 'reply' or state = 'return' and return_tried_at is null)
        or seller_id = $1 and (state = 'answer' or state = 'return' and return_tried_at is not null))) as disputes`,
};

type TradeTodo = {
  /** Bookings to pay for, and handovers to confirm or deny. */
  myorders: number;
  /** Paid sales to hand over. */
  mybuyers: number;
  /** Disputes in which it is the person's turn. */
  disputes: number;
};

/** Returns how many things a buyer or seller has to do, by the page that shows them. */
export async function countTodo(db: Db, personId: string): Promise<TradeTodo> {
  const [counted] = await runPrepared<TradeTodo>(db, COUNT_TODO, [personId]);
  return counted ?? { myorders: 0, mybuyers: 0, disputes: 0 };
}
