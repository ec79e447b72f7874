import type { Todo } from '#platform/contract/page.ts';
import type { Db } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared.ts';

/** Every page asks for it, so that all counts are one statement: a further count is one more column. */
const COUNT_TODO = {
  name: 'count-todo',
  text: `select
    (select count(*)::int from bookings
      where buyer_id = $1 and state = 'held' and hold_until > now() and method is distinct from 'cash'
        and not exists (select from payments where booking_id = bookings.id and payments.state = 'review'))
    + (select count(*)::int from bookings where buyer_id = $1 and state = 'paid' and claimed_until > now())
    + (select count(*)::int from disputes
      where until > now() and (buyer_id = $1 and (state = 'reply' or state = 'return' and return_tried_at is null)
        or seller_id = $1 and (state = 'answer' or state = 'return' and return_tried_at is not null))) as orders`,
};

/** Returns how many things a person has to do. `orders`: bookings to pay for, to confirm or deny, or in dispute. */
export async function countTodo(db: Db, personId: string): Promise<Todo> {
  const [counted] = await runPrepared<Todo>(db, COUNT_TODO, [personId]);
  return counted ?? { orders: 0 };
}
