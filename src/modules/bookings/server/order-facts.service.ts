import { findOrderFacts, type OrderFacts } from './orders.store.ts';
import { updateCashNotified } from './sales.store.ts';

export { findOrderFacts, type OrderFacts, updateCashNotified };
