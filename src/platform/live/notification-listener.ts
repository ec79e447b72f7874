import { Socket } from 'node:net';
import pg from 'pg';

/** PostgreSQL's LISTEN and NOTIFY on a dedicated connection. */
export interface NotificationListener {
  /**
   * Notifies every listening process, including this one. @throws when it fails, although PostgreSQL may have notified; the
   * listener then connects again.
   */
  notify(payloads: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface Subscription {
  channel: string;
  onNotification(payload: string): void;
  /** Called after each connect; earlier notifications may have been missed. */
  onListening(): void;
  /** The connection failed; the listener connects again by itself. */
  onError(error: unknown): void;
}

const QUERY_TIMEOUT_MS = 4000;
const KEEPALIVE_INTERVAL_MS = 20_000;
/** Multiplied by a random factor of 0.5 to 1.5. */
const RECONNECT_DELAY_MS = 2000;
const CLOSE_TIMEOUT_MS = 1000;

interface Connection {
  client: pg.Client;
  socket: Socket;
  isListening: boolean;
  /** Closes the connection and opens another one later. */
  fail(error: Error): void;
}

/** Listens until it is closed, and connects again after each failure. The connection must not go through a pooler. */
export function openNotificationListener(
  url: string,
  { channel, onNotification, onListening, onError }: Subscription,
): NotificationListener {
  let connection: Connection | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  open();

  /** The URL may name certificate files, which may be missing for a moment. */
  function open(): void {
    try {
      connection = connect();
    } catch (error) {
      reopen(error);
    }
  }

  function reopen(error: unknown): void {
    clearTimeout(timer);
    if (isClosed) return;
    onError(error);
    timer = setTimeout(open, RECONNECT_DELAY_MS * (0.5 + Math.random()));
  }

  function connect(): Connection {
    const socket = new Socket();
    const client = new pg.Client({
      stream: () => socket,
      connectionString: url,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      // A notification is not stored, so no commit has to wait for the disk.
      options: '-c synchronous_commit=off',
      application_name: 'dolna channel',
    });
    let hasFailed = false;
    const connection: Connection = {
      client,
      socket,
      isListening: false,
      fail(error) {
        if (hasFailed) return;
        hasFailed = true;
        connection.isListening = false;
        socket.destroy();
        reopen(error);
      },
    };
    client.on('error', connection.fail);
    client.on('end', () => connection.fail(new Error('Connection terminated')));
    client.on('notification', ({ payload }) => payload && onNotification(payload));
    listen(connection).catch(connection.fail);
    return connection;
  }

  async function listen(connection: Connection): Promise<void> {
    await connection.client.connect();
    await connection.client.query(`listen ${channel}`);
    connection.isListening = true;
    scheduleKeepalive(connection);
    onListening();
  }

  function scheduleKeepalive(connection: Connection): void {
    if (!connection.isListening) return;
    const ping = () => connection.client.query('select 1').then(() => scheduleKeepalive(connection));
    timer = setTimeout(() => ping().catch(connection.fail), KEEPALIVE_INTERVAL_MS);
  }

  return {
    async notify(payloads) {
      if (!connection?.isListening) throw new Error('The listener is not connected');
      const { client, fail } = connection;
      await client
        .query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [channel, payloads])
        .catch((error) => {
          fail(error);
          throw error;
        });
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      if (!connection) return;
      const { client, socket } = connection;
      const timeout = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS);
      await client.end().catch(() => undefined);
      clearTimeout(timeout);
    },
  };
}
