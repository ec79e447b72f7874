import type { Db } from '#platform/database/database.ts';
import type { PaymentNumber } from './providers/provider.ts';

/** Inserts a capture without a booking. Returns false when it exists. */
export async function insertUnknownCapture(db: Db, { provider, intent }: PaymentNumber, amount: number) {
  const result = await db
    .insertInto('unknown_captures')
    .values({ provider, intent, amount_poisha: amount })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Deletes a capture without a booking after its money was returned. */
export async function deleteUnknownCapture(db: Db, { provider, intent }: PaymentNumber): Promise<void> {
  await db.deleteFrom('unknown_captures').where('provider', '=', provider).where('intent', '=', intent).execute();
}
