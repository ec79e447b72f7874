import { poishaOf, randomCode, takaOf } from '../record-store.ts';
import { type Fields, isSame, type StandInOptions } from '../stand-in.ts';
import type { StandInFaults } from '../stand-in-faults.ts';
import { paymentFields, type StoreKeys, timeOf, VALUES } from './gateway-fields.ts';
import type { GatewayRecords, GatewaySession } from './sslcommerz-records.ts';

export interface SslcommerzOptions extends StandInOptions, StoreKeys {
  /** Maps an `ipn_url` to the address at which this machine reaches it. */
  reach?: (url: string) => string;
  /** How long a refund is `processing`. */
  refundMs?: number;
  /** How long a slow payment is `PENDING`. */
  slowMs?: number;
  log?: (line: string) => void;
}

export interface GatewayContext extends Required<SslcommerzOptions> {
  records: GatewayRecords;
  faults: StandInFaults;
}

/** Fields without which a session is refused. */
const NEEDED = [
  ...['total_amount', 'currency', 'tran_id', 'success_url', 'fail_url', 'cancel_url'],
  ...['cus_name', 'cus_email', 'cus_add1', 'cus_city', 'cus_postcode', 'cus_country', 'cus_phone'],
  ...['shipping_method', 'product_name', 'product_category', 'product_profile'],
];
const STORED_FIELDS = ['currency', 'success_url', 'fail_url', 'cancel_url', 'ipn_url', ...VALUES];
const TRAN_ID_MAX_CHARS = 30;
const SMALLEST_POISHA = 1000;
const LARGEST_POISHA = 50_000_000;

/** `POST gwprocess/v4/api.php`: opens a session. Returns the address of the page on which the payer chooses a method. */
export function openSession(context: GatewayContext, body: Fields): object {
  if (!isStore(context, body)) return refusedSession('Store Credential Error Or Store is De-active');
  const missing = NEEDED.find((name) => !body[name]);
  if (missing) return refusedSession(`Missing parameter: ${missing}`);
  const { tran_id = '', total_amount, success_url = '' } = body;
  if (tran_id.length > TRAN_ID_MAX_CHARS) return refusedSession('Invalid transaction id');
  const poisha = poishaOf(total_amount) ?? 0;
  if (poisha < SMALLEST_POISHA || poisha > LARGEST_POISHA) return refusedSession('Invalid amount');
  const addresses = [success_url, body.fail_url ?? '', body.cancel_url ?? '', body.ipn_url || success_url];
  if (!addresses.every((address) => URL.canParse(address))) return refusedSession('Invalid url');
  const session: GatewaySession = {
    sessionkey: randomCode(32),
    tran_id,
    poisha,
    fields: Object.fromEntries(STORED_FIELDS.map((name) => [name, body[name] ?? ''])),
    ...{ status: 'PENDING', card_type: '', risk_level: '0', val_id: '', bank_tran_id: '' },
    ...{ tranMs: context.now(), settleMs: 0, isValidated: false, isSeen: false },
  };
  context.records.put('session', session.sessionkey, session);
  return {
    status: 'SUCCESS',
    failedreason: '',
    sessionkey: session.sessionkey,
    GatewayPageURL: new URL(`${context.path}/pay/${session.sessionkey}`, success_url).href,
  };
}

function refusedSession(failedreason: string): object {
  return { status: 'FAILED', failedreason, sessionkey: '', GatewayPageURL: '' };
}

/** `GET validator/api/validationserverAPI.php`: validates a payment. From the second time on its status is `VALIDATED`. */
export function validatePayment(context: GatewayContext, query: Fields): object {
  if (!isStore(context, query)) return { APIConnect: 'FAILED', status: 'INVALID_TRANSACTION' };
  const session = query.val_id ? context.records.find('session', 'val_id', query.val_id)[0] : undefined;
  if (session?.status !== 'VALID') return { APIConnect: 'DONE', status: 'INVALID_TRANSACTION' };
  const status = session.isValidated ? 'VALIDATED' : 'VALID';
  context.records.put('session', session.sessionkey, { ...session, isValidated: true });
  return { ...paymentFields(session), APIConnect: 'DONE', status, validated_on: timeOf(context.now()) };
}

/** `GET validator/api/merchantTransIDvalidationAPI.php`: the sessions of a `tran_id`, a refund, or the state of a refund. */
export function queryTransactions(context: GatewayContext, query: Fields): object {
  if (!isStore(context, query)) return { APIConnect: 'INVALID_REQUEST' };
  if (query.refund_amount !== undefined) return refund(context, query);
  if (query.refund_ref_id) return refundState(context, query.refund_ref_id);
  const one = query.sessionkey ? context.records.get('session', query.sessionkey) : undefined;
  const found = query.tran_id ? context.records.find('session', 'tran_id', query.tran_id) : one ? [one] : [];
  const element = found.map((session) => ({
    ...paymentFields(session),
    ...(session.isValidated ? { status: 'VALIDATED' } : {}),
    sessionkey: session.sessionkey,
  }));
  // SSLCommerz answers about a session key with the fields themselves.
  if (!query.tran_id && element[0]) return { APIConnect: 'DONE', ...element[0] };
  return { APIConnect: 'DONE', no_of_trans_found: element.length, element };
}

function refund({ records, faults, now, refundMs }: GatewayContext, query: Fields): object {
  const { bank_tran_id = '', refund_trans_id = '', refund_remarks } = query;
  const session = bank_tran_id ? records.find('session', 'bank_tran_id', bank_tran_id)[0] : undefined;
  const poisha = poishaOf(query.refund_amount) ?? 0;
  const answer = { APIConnect: 'DONE', bank_tran_id, trans_id: session?.tran_id ?? '' };
  const refused = (errorReason: string) => ({ ...answer, refund_ref_id: '', status: 'failed', errorReason });
  if (session?.status !== 'VALID') return refused('Transaction not found');
  if (!refund_trans_id || !refund_remarks || poisha === 0) return refused('Missing or invalid parameter');
  const made = records.find('refund', 'bank_tran_id', bank_tran_id);
  const same = made.find((earlier) => earlier.refund_trans_id === refund_trans_id);
  // A repeated request returns the refund that is in progress.
  if (same) return { ...answer, refund_ref_id: same.refund_ref_id, status: 'processing', errorReason: '' };
  const kept = made.filter((earlier) => !(earlier.isFailing && earlier.dueMs <= now()));
  const left = kept.reduce((rest, earlier) => rest - earlier.poisha, session.poisha);
  if (poisha > left) return refused(`Refund amount exceeds ${takaOf(left)}`);
  const refund_ref_id = randomCode(16);
  const fate = { dueMs: now() + refundMs, isFailing: faults.failsRefund() };
  records.put('refund', refund_ref_id, { refund_ref_id, refund_trans_id, bank_tran_id, poisha, ...fate });
  return { ...answer, refund_ref_id, status: 'success', errorReason: '' };
}

function refundState({ records, now }: GatewayContext, refundRefId: string): object {
  const entry = records.get('refund', refundRefId);
  if (!entry) return { APIConnect: 'DONE', refund_ref_id: refundRefId, status: 'cancelled', errorReason: 'Not found' };
  const { bank_tran_id, dueMs, isFailing } = entry;
  const isDone = dueMs <= now();
  const session = records.find('session', 'bank_tran_id', bank_tran_id)[0];
  return {
    ...{ APIConnect: 'DONE', bank_tran_id, tran_id: session?.tran_id ?? '', refund_ref_id: refundRefId },
    ...{ status: isDone ? (isFailing ? 'cancelled' : 'refunded') : 'processing', errorReason: '' },
    initiated_on: timeOf(session?.tranMs ?? 0),
    refunded_on: isDone && !isFailing ? timeOf(dueMs) : '',
  };
}

function isStore(context: GatewayContext, { store_id = '', store_passwd = '' }: Fields): boolean {
  return isSame(store_id, context.storeId) && isSame(store_passwd, context.storePassword);
}
