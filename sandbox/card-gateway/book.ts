import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type Stripe from 'stripe';
import type { Behaviour } from './cards.ts';

/** What the book keeps, and under which of Stripe's names. */
interface Kinds {
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  token: { id: string; object: 'token'; created: number };
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
}
export type Kind = keyof Kinds;

/** What the gateway remembers of an object and never tells. */
export interface Secrets {
  /** Of a payment method: what a charge to it does. */
  behaviour?: Behaviour;
  /** Of a payment method: it paid already, and may not pay again. */
  used?: boolean;
  /** Of a token: the payment method that it stands for. */
  method?: string;
  /** Of a payment: the 3-D Secure step that it waits for. */
  challenge?: string;
  /** Of a payment that is processing: when it succeeds, in milliseconds since 1970. */
  settleAt?: number;
}

export interface Entry<K extends Kind> {
  object: Kinds[K];
  secrets: Secrets;
}

export interface Listing {
  limit: number;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
  /** Only the objects of this payment or charge. */
  parent?: string | undefined;
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
  types?: string[] | undefined;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    parent TEXT,
    created INTEGER NOT NULL,
    body TEXT NOT NULL,
    secrets TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq);
  CREATE INDEX IF NOT EXISTS objects_by_parent ON objects (parent, kind) WHERE parent IS NOT NULL;
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

/** The gateway's own book: one SQLite file, which one process at a time may open. */
export class Book {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
    this.#database = new DatabaseSync(file, { timeout: 500 });
    // FULL: what was told to the shop must outlive a power cut, as it would at Stripe.
    this.#database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE;',
    );
    this.#database.exec(SCHEMA);
    this.#database.exec('COMMIT');
  }

  close(): void {
    this.#database.close();
  }

  /** All of it or nothing. */
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

  add<K extends Kind>(kind: K, object: Kinds[K], parent: string | null = null, secrets: Secrets = {}): void {
    this.run(
      'INSERT INTO objects (id, kind, parent, created, body, secrets) VALUES (?, ?, ?, ?, ?, ?)',
      object.id,
      kind,
      parent,
      object.created,
      JSON.stringify(object),
      JSON.stringify(secrets),
    );
  }

  save(object: { id: string }, secrets?: Secrets): void {
    this.run('UPDATE objects SET body = ? WHERE id = ?', JSON.stringify(object), object.id);
    if (secrets) this.run('UPDATE objects SET secrets = ? WHERE id = ?', JSON.stringify(secrets), object.id);
  }

  find<K extends Kind>(kind: K, id: string): Entry<K> | undefined {
    return this.#entries<K>('SELECT body, secrets FROM objects WHERE id = ? AND kind = ?', id, kind)[0];
  }

  /** Any object by its id, for expanding one within another. */
  findAny(id: string): object | undefined {
    return this.#entries('SELECT body, secrets FROM objects WHERE id = ?', id)[0]?.object;
  }

  /** The payment that waits for this 3-D Secure step. */
  findByChallenge(challenge: string): Entry<'payment_intent'> | undefined {
    const where = `kind = 'payment_intent' AND json_extract(secrets, '$.challenge') = ?`;
    return this.#entries<'payment_intent'>(`SELECT body, secrets FROM objects WHERE ${where}`, challenge)[0];
  }

  /** The payments that are processing. */
  findUnsettled(): Entry<'payment_intent'>[] {
    const where = `kind = 'payment_intent' AND json_extract(body, '$.status') = 'processing'`;
    return this.#entries<'payment_intent'>(`SELECT body, secrets FROM objects WHERE ${where}`);
  }

  /** One page, newest first. */
  list<K extends Kind>(kind: K, listing: Listing): { data: Kinds[K][]; has_more: boolean } {
    const where = ['kind = ?'];
    const values: SQLInputValue[] = [kind];
    const add = (condition: string, ...more: SQLInputValue[]) => {
      where.push(condition);
      values.push(...more);
    };
    const { parent, startingAfter, endingBefore, createdFrom, createdTo, types } = listing;
    if (parent !== undefined) add('parent = ?', parent);
    if (startingAfter !== undefined) add('seq < (SELECT seq FROM objects WHERE id = ?)', startingAfter);
    if (endingBefore !== undefined) add('seq > (SELECT seq FROM objects WHERE id = ?)', endingBefore);
    if (createdFrom !== undefined) add('created >= ?', createdFrom);
    if (createdTo !== undefined) add('created <= ?', createdTo);
    if (types) add(`json_extract(body, '$.type') IN (${types.map(() => '?').join(', ')})`, ...types);
    const backwards = endingBefore !== undefined;
    const sql = `SELECT body, secrets FROM objects WHERE ${where.join(' AND ')} ORDER BY seq ${backwards ? 'ASC' : 'DESC'} LIMIT ?`;
    const found = this.#entries<K>(sql, ...values, listing.limit + 1).map((entry) => entry.object);
    const data = found.slice(0, listing.limit);
    return { data: backwards ? data.reverse() : data, has_more: found.length > listing.limit };
  }

  #entries<K extends Kind>(sql: string, ...values: SQLInputValue[]): Entry<K>[] {
    return this.all<{ body: string; secrets: string }>(sql, ...values).map((row) => ({
      object: JSON.parse(row.body) as Kinds[K],
      secrets: JSON.parse(row.secrets) as Secrets,
    }));
  }
}
