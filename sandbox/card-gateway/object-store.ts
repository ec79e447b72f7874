import { randomInt } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type Stripe from 'stripe';
import { openSqliteFile } from '../sqlite-file.ts';
import type { Behaviour } from './cards.ts';

interface Kinds {
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
}
export type Kind = keyof Kinds;

/** Data about an object that the API never returns. */
export interface Secrets {
  /** Of a payment method: the effect of a charge to it. */
  behaviour?: Behaviour;
  /** Of a payment method: it has paid, and may not pay again. */
  used?: boolean;
  /** Of a payment: the id of its pending 3-D Secure step. */
  challenge?: string;
  /** Of a payment in `processing`: the time of its success, as Date.now(). */
  settleAt?: number;
}

export interface StoredObject<K extends Kind> {
  object: Kinds[K];
  secrets: Secrets;
}

export interface ListFilter {
  limit: number;
  /** The id of the last object of the page before. */
  startingAfter?: string | undefined;
  /** The id of the payment that the objects belong to. */
  payment?: string | undefined;
  /** Seconds since 1970. */
  createdFrom?: number | undefined;
  types?: string[] | undefined;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    created INTEGER NOT NULL,
    body TEXT NOT NULL,
    secrets TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq);
  CREATE INDEX IF NOT EXISTS objects_by_payment ON objects (kind, json_extract(body, '$.payment_intent'));
  CREATE INDEX IF NOT EXISTS intents_by_challenge ON objects (json_extract(secrets, '$.challenge'))
    WHERE kind = 'payment_intent';
  CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY,
    path TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    created INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    event TEXT NOT NULL,
    type TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'held', 'delivered', 'failed', 'dropped')),
    attempts INTEGER NOT NULL DEFAULT 0,
    due INTEGER NOT NULL,
    outcome TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (due) WHERE state = 'waiting';
  CREATE INDEX IF NOT EXISTS deliveries_by_event ON deliveries (event);
`;

/** The gateway's objects in one SQLite file, which one process at a time can open. */
export class ObjectStore {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = openSqliteFile(file, SCHEMA);
  }

  close(): void {
    this.#database.close();
  }

  transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#database.prepare(sql).all(...values) as Row[];
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#database.prepare(sql).run(...values);
  }

  insert<K extends Kind>(kind: K, object: Kinds[K], secrets: Secrets = {}): void {
    const values = [object.id, kind, object.created, JSON.stringify(object), JSON.stringify(secrets)];
    this.run('INSERT INTO objects (id, kind, created, body, secrets) VALUES (?, ?, ?, ?, ?)', ...values);
  }

  update(object: { id: string }, secrets?: Secrets): void {
    this.run('UPDATE objects SET body = ? WHERE id = ?', JSON.stringify(object), object.id);
    if (secrets) this.run('UPDATE objects SET secrets = ? WHERE id = ?', JSON.stringify(secrets), object.id);
  }

  find<K extends Kind>(kind: K, id: string): StoredObject<K> | undefined {
    return this.#select<K>('id = ? AND kind = ?', id, kind)[0];
  }

  findByChallenge(challenge: string): Stripe.PaymentIntent | undefined {
    const where = `kind = 'payment_intent' AND json_extract(secrets, '$.challenge') = ?`;
    return this.#select<'payment_intent'>(where, challenge)[0]?.object;
  }

  findProcessing(): StoredObject<'payment_intent'>[] {
    return this.#select<'payment_intent'>(`kind = 'payment_intent' AND json_extract(body, '$.status') = 'processing'`);
  }

  /** Returns one page, newest first. */
  list<K extends Kind>(kind: K, filter: ListFilter): { data: Kinds[K][]; has_more: boolean } {
    const where = ['kind = ?'];
    const values: SQLInputValue[] = [kind];
    const add = (condition: string, ...more: SQLInputValue[]) => {
      where.push(condition);
      values.push(...more);
    };
    const { limit, payment, startingAfter, createdFrom, types } = filter;
    if (payment !== undefined) add(`json_extract(body, '$.payment_intent') = ?`, payment);
    if (startingAfter !== undefined) add('seq < (SELECT seq FROM objects WHERE id = ?)', startingAfter);
    if (createdFrom !== undefined) add('created >= ?', createdFrom);
    if (types) add(`json_extract(body, '$.type') IN (${types.map(() => '?').join(', ')})`, ...types);
    const found = this.#select<K>(`${where.join(' AND ')} ORDER BY seq DESC LIMIT ?`, ...values, limit + 1);
    return { data: found.slice(0, limit).map(({ object }) => object), has_more: found.length > limit };
  }

  #select<K extends Kind>(where: string, ...values: SQLInputValue[]): StoredObject<K>[] {
    const sql = `SELECT body, secrets FROM objects WHERE ${where}`;
    return this.all<{ body: string; secrets: string }>(sql, ...values).map((row) => ({
      object: JSON.parse(row.body) as Kinds[K],
      secrets: JSON.parse(row.secrets) as Secrets,
    }));
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns random letters and digits, from the system's secure source. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Returns an id in Stripe's form: `pi_` and 24 random characters. */
export function newId(prefix: 'pi' | 'pm' | 'ch' | 're' | 'evt' | 'src' | 'du'): string {
  return `${prefix}_${randomText(24)}`;
}
