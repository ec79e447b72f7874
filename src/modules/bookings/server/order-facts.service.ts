import { findOrderFacts, type OrderFacts } from './orders.store.ts';
import { updateCashTold } from './sales.store.ts';

export { findOrderFacts as readOrderFacts, type OrderFacts, updateCashTold as markCashTold };
