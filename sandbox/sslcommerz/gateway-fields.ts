import { createHash } from 'node:crypto';
import { takaOf } from '../record-store.ts';
import type { Fields } from '../stand-in.ts';
import type { GatewaySession } from './sslcommerz-records.ts';

export interface StoreKeys {
  storeId: string;
  storePassword: string;
}

/** SSLCommerz's own part of a payment. */
const CHARGE_PERCENT = 2.5;
/** The merchant's own fields, which come back as sent. */
export const VALUES = ['value_a', 'value_b', 'value_c', 'value_d'];
const RISK_TITLES = { 0: 'Safe', 1: 'Risky' };

/** Returns the fields of a payment, as messages, returns and answers have them. */
export function paymentFields(session: GatewaySession): Fields {
  const { tran_id, val_id, poisha, bank_tran_id, card_type, risk_level, tranMs, fields } = session;
  const amount = takaOf(poisha);
  return {
    tran_id,
    val_id,
    amount,
    store_amount: takaOf(Math.round(poisha * (1 - CHARGE_PERCENT / 100))),
    card_type,
    bank_tran_id,
    status: session.status === 'PROCESSING' ? 'PENDING' : session.status,
    tran_date: timeOf(tranMs),
    currency: fields.currency ?? '',
    currency_type: fields.currency ?? '',
    currency_amount: amount,
    risk_level,
    risk_title: RISK_TITLES[risk_level],
    ...Object.fromEntries(VALUES.map((name) => [name, fields[name] ?? ''])),
  };
}

/** Returns a form with `verify_key` and `verify_sign`, of a message or a return. */
export function signedFields(session: GatewaySession, { storeId, storePassword }: StoreKeys): Fields {
  const fields = { ...paymentFields(session), store_id: storeId };
  const signed: Fields = { ...fields, store_passwd: md5(storePassword) };
  const text = Object.keys(signed)
    .sort()
    .map((name) => `${name}=${signed[name]}`)
    .join('&');
  return { ...fields, verify_sign: md5(text), verify_key: Object.keys(fields).join(',') };
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

/** Returns a time as SSLCommerz writes it, in Dhaka: `2026-05-01 18:30:00`. */
export function timeOf(timeMs: number): string {
  return new Date(timeMs + 6 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}
