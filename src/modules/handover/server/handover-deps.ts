import type { TradeSettings } from '#modules/bookings/server/service.ts';
import type { Db } from '#platform/database/database.ts';

/** The dependencies of this module's functions. */
export interface HandoverDeps {
  db: Db;
  trade: TradeSettings;
  /** The secret of the handover codes. */
  secret: string;
}
