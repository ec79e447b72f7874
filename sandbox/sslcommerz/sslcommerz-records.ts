import type { RecordStore } from '../record-store.ts';

type SessionStatus = 'PENDING' | 'PROCESSING' | 'VALID' | 'FAILED' | 'CANCELLED' | 'EXPIRED' | 'UNATTEMPTED';

export interface GatewaySession {
  sessionkey: string;
  tran_id: string;
  poisha: number;
  /** The fields of the request that come back or are needed later. */
  fields: Record<string, string>;
  status: SessionStatus;
  /** The method that the payer chose; empty before. */
  card_type: string;
  /** `1`: paid, but the merchant must review it. */
  risk_level: '0' | '1';
  val_id: string;
  bank_tran_id: string;
  tranMs: number;
  /** The time at which a payment in `PROCESSING` becomes valid. */
  settleMs: number;
  isValidated: boolean;
  /** Whether the payer saw the page. */
  isSeen: boolean;
}

interface GatewayRefund {
  refund_ref_id: string;
  refund_trans_id: string;
  bank_tran_id: string;
  poisha: number;
  /** The time at which `processing` becomes `refunded`. */
  dueMs: number;
  /** The refund becomes `cancelled` instead. */
  isFailing: boolean;
}

export interface GatewayMessage {
  id: string;
  sessionkey: string;
  dueMs: number;
  attempts: number;
  state: 'waiting' | 'delivered' | 'failed' | 'dropped';
  outcome: string;
}

export type GatewayRecords = RecordStore<{ session: GatewaySession; refund: GatewayRefund; message: GatewayMessage }>;
