import pg from 'pg';
import { hangUp } from './database.ts';

/** What all processes of the store hear that share a database: PostgreSQL's LISTEN and NOTIFY, on a connection of its own. */
export interface Channel {
  /** Says each of these to all of them, this one included. Rejects, and may have said it, while the database is away. */
  say(words: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface Hearing {
  name: string;
  /** Something was said. */
  hear(word: string): void;
  /** It listens: for the first time, or again after a while in which it heard nothing. */
  listening(): void;
  /** It does not, and tries again by itself. */
  onTrouble(error: unknown): void;
}

/** In milliseconds: how long anything may take; how often somebody asks whether the other end is there; the pause before it is tried anew. */
const SILENCE = 4000;
const BEAT = 20_000;
const AGAIN = 2000;

/** Opens a channel, and goes on trying until it is closed. No pooler may hand its connection to others: it listens. */
export function openChannel(url: string, { name, hear, listening, onTrouble }: Hearing): Channel {
  let open = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let client = connect();

  function connect(): pg.Client {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: SILENCE,
      query_timeout: SILENCE,
      keepAlive: true,
      // What is said is not kept: nobody has to wait for the disk.
      options: '-c synchronous_commit=off',
      application_name: 'dolna channel',
    });
    let over = false;
    const lost = (error: Error) => {
      if (over) return;
      over = true;
      open = false;
      clearTimeout(timer);
      hangUp(next, error);
      if (closed) return;
      onTrouble(error);
      timer = setTimeout(
        () => {
          client = connect();
        },
        AGAIN * (0.5 + Math.random()),
      );
    };
    const ask = () => next.query('select 1').then(askLater);
    const askLater = () => {
      if (!over) timer = setTimeout(() => ask().catch(lost), BEAT);
    };
    next.on('error', lost);
    next.on('end', () => lost(new Error('Connection terminated')));
    next.on('notification', ({ payload }) => payload && hear(payload));
    const listen = async () => {
      await next.connect();
      await next.query(`listen ${name}`);
      open = true;
      askLater();
      listening();
    };
    listen().catch(lost);
    return next;
  }

  return {
    async say(words) {
      if (!open) throw new Error('The channel is not open');
      await client.query('select pg_notify($1, word) from unnest($2::text[]) as word', [name, words]);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      // A farewell that is not heard is not waited for.
      const cut = setTimeout(() => hangUp(client, new Error('The channel is closed')), SILENCE / 4);
      await client.end().catch(() => undefined);
      clearTimeout(cut);
    },
  };
}
