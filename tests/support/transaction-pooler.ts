import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The Terminate message of a client. */
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);

/**
 * Opens a transaction pooler with one connection to PostgreSQL, without prepared statements, like PgBouncer before 1.21 in
 * transaction mode. The connection stays open when clients disconnect, with their session state. Clients must not pipeline.
 */
export async function openTransactionPooler(url: string): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(url);
  const upstream = connect(Number(port), hostname);
  /** PostgreSQL's reply to the first login; later clients get a copy. */
  let greeting: Buffer | undefined;
  let holder: Socket | undefined;
  const waiting: { client: Socket; bytes: Buffer }[] = [];
  const clients = new Set<Socket>();

  const frames = readFrames((frame) => {
    holder?.write(frame);
    const type = frame.toString('latin1', 0, 1);
    if (!greeting) login.push(frame);
    if (type !== 'Z' || frame[5] !== 'I'.charCodeAt(0)) return;
    greeting ??= Buffer.concat(login.slice(login.findLastIndex((one) => one[0] === 'R'.charCodeAt(0))));
    holder = undefined;
    next();
  });
  const login: Buffer[] = [];
  upstream.setNoDelay();
  upstream.on('data', frames);
  upstream.on('error', () => undefined);

  /** Passes the connection to the next client until its transaction ends. */
  function next(): void {
    const first = waiting[0];
    if (holder || !first) return;
    holder = first.client;
    for (const one of waiting.filter(({ client }) => client === holder)) upstream.write(one.bytes);
    waiting.splice(0, waiting.length, ...waiting.filter(({ client }) => client !== holder));
  }

  const server = createServer({ noDelay: true }, (client) => {
    clients.add(client);
    let isGreeted = false;
    client.on('error', () => undefined);
    client.on('close', () => clients.delete(client));
    client.on('data', (bytes: Buffer) => {
      const isLast = bytes.subarray(-5).equals(TERMINATE);
      const asked = isLast ? bytes.subarray(0, -5) : bytes;
      if (isLast) client.end();
      if (asked.length === 0) return;
      if (!isGreeted && greeting) {
        isGreeted = true;
        client.write(greeting);
        return;
      }
      isGreeted = true;
      if (holder === client) upstream.write(asked);
      else {
        waiting.push({ client, bytes: asked });
        next();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${own}` }).href,
    async close() {
      for (const client of clients) client.destroy();
      upstream.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Splits a stream into PostgreSQL's messages: a type byte, and a length that includes itself. */
function readFrames(each: (frame: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5) {
      const length = rest.readInt32BE(1) + 1;
      if (rest.length < length) return;
      each(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}
