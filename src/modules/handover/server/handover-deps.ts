import type { TradeSettings } from '#modules/bookings/server/service.ts';
import type { Db } from '#platform/database/database.ts';

export interface HandoverDeps {
  db: Db;
  trade: TradeSettings;
  secret: string;
}
