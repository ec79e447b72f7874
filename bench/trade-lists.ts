import type pg from 'pg';
import type { NamedLoad } from './lists.ts';
import type { BenchServer } from './servers.ts';
import { addTrade } from './trade-rows.ts';
import { type BenchUser, register } from './users.ts';

interface TradeUsers {
  seller: BenchUser;
  buyer: BenchUser;
  admin: BenchUser;
}

/** The lists of the trade: the store's path, its reader, and the path at the bare server. */
const LISTS = {
  'my buyers': [({ email }: BenchUser) => `/my-buyers?email=${encodeURIComponent(email)}`, 'seller', 'buyers'],
  'my earnings': [() => '/my-earnings', 'seller', 'earnings'],
  'sales of my earnings': [() => '/my-earnings/lines', 'seller', 'sales'],
  'disputes of a buyer': [() => '/disputes?state=open', 'buyer', 'disputes'],
  'disputes of an admin': [() => '/disputes?state=decision', 'admin', 'queue'],
  payouts: [() => '/payouts?state=due', 'admin', 'payouts'],
} as const;
/** The names of the loads of each list: the store's and the bare server's. */
export const TRADE_PAIRS = Object.fromEntries(Object.keys(LISTS).map((name) => [name, [name, bareOf(name)] as const]));

function bareOf(name: string): string {
  return `${name}, bare node:http`;
}

/** Registers a seller, a buyer and an admin, and inserts their trade. */
export async function registerTrade(db: pg.Client, address: string): Promise<TradeUsers> {
  const stamp = Date.now();
  const seller = await register(address, `trader.${stamp}@bench.test`, 'Seller');
  const buyer = await register(address, `buyer.${stamp}@bench.test`, 'Buyer');
  const admin = await register(address, `admin.${stamp}@bench.test`, 'Buyer');
  await db.query(`update user_roles set role = 'admin' where user_id = $1`, [admin.id]);
  await addTrade(db, seller.id, buyer.id);
  return { seller, buyer, admin };
}

/** Returns the loads of the lists, each before the same of the bare server. */
export function tradeLoads(users: TradeUsers, { store, bare }: Record<'store' | 'bare', BenchServer>): NamedLoad[] {
  return Object.entries(LISTS).flatMap(([name, [pathOf, reader, bareList]]): NamedLoad[] => {
    const user = users[reader];
    return [
      [bareOf(name), bare, { path: `/${bareList}/${user.id}` }],
      [name, store, { path: `/api${pathOf(user)}`, headers: user.headers }],
    ];
  });
}
