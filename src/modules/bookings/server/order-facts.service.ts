import { findOrderFacts, type OrderFacts } from './orders.store.ts';
import { updateCashTold } from './sales.store.ts';

export { findOrderFacts, type OrderFacts, updateCashTold };
