import pg from 'pg';
import { hangUp } from '#platform/database/database.ts';

/** What all processes of the store hear that share a database: PostgreSQL's LISTEN and NOTIFY, on a connection of its own. */
export interface NotificationListener {
  /**
   * Says each of these to all of them, this one included. Where that fails it rejects, and may have said it all the same; the
   * connection is then given up for a new one.
   */
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

/** In milliseconds: how long anything may take; */
const LONGEST = 4000;
/** how often it is asked whether the other end is still there; */
const ASK_AFTER = 20_000;
/** and about how long it is waited before all is tried anew. */
const AGAIN = 2000;

/** A connection that listens, or is about to. */
interface Line {
  client: pg.Client;
  isOpen: boolean;
  /** Gives it up. */
  lose(error: Error): void;
}

/** Opens a channel, and goes on trying until it is closed. No pooler may hand its connection to others: it listens. */
export function openNotificationListener(
  url: string,
  { name, hear, listening, onTrouble }: Hearing,
): NotificationListener {
  let line: Line | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  begin();

  /** An address may name files, which may be away for a moment. */
  function begin(): void {
    try {
      line = connect();
    } catch (error) {
      beginLater(error);
    }
  }

  function beginLater(error: unknown): void {
    clearTimeout(timer);
    if (closed) return;
    onTrouble(error);
    timer = setTimeout(begin, AGAIN * (0.5 + Math.random()));
  }

  function connect(): Line {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: LONGEST,
      query_timeout: LONGEST,
      keepAlive: true,
      // What is said is not kept: nobody has to wait for the disk.
      options: '-c synchronous_commit=off',
      application_name: 'dolna channel',
    });
    let isLost = false;
    const line: Line = {
      client,
      isOpen: false,
      lose(error) {
        if (isLost) return;
        isLost = true;
        line.isOpen = false;
        hangUp(client, error);
        beginLater(error);
      },
    };
    client.on('error', line.lose);
    client.on('end', () => line.lose(new Error('Connection terminated')));
    client.on('notification', ({ payload }) => payload && hear(payload));
    listen(line).catch(line.lose);
    return line;
  }

  async function listen(line: Line): Promise<void> {
    await line.client.connect();
    await line.client.query(`listen ${name}`);
    line.isOpen = true;
    askLater(line);
    listening();
  }

  function askLater(line: Line): void {
    if (!line.isOpen) return;
    const ask = () => line.client.query('select 1').then(() => askLater(line));
    timer = setTimeout(() => ask().catch(line.lose), ASK_AFTER);
  }

  return {
    async say(words) {
      if (!line?.isOpen) throw new Error('The channel is not open');
      const { client, lose } = line;
      await client.query('select pg_notify($1, word) from unnest($2::text[]) as word', [name, words]).catch((error) => {
        lose(error);
        throw error;
      });
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      if (!line) return;
      const { client } = line;
      // A farewell that is not heard is not waited for.
      const cut = setTimeout(() => hangUp(client, new Error('The channel is closed')), LONGEST / 4);
      await client.end().catch(() => undefined);
      clearTimeout(cut);
    },
  };
}
