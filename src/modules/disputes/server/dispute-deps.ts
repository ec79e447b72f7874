import type { TradeSettings } from '#modules/bookings/server/service.ts';
import type { Db } from '#platform/database/database.ts';

export interface DisputeDeps {
  db: Db;
  trade: TradeSettings;
  /** The secret of return codes and of photo URLs. */
  secret: string;
}
