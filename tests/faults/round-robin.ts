import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ORIGIN } from './server-processes.ts';

/** A load balancer: sends requests to the servers in turn, and to the next one when a server is unreachable. */
export interface RoundRobin {
  address: string;
  /** Number of replies of each server. */
  answers: Map<string, number>;
  close(): Promise<void>;
}

/** Opens a load balancer on a free port of the loopback address. */
export async function openRoundRobin(servers: () => string[]): Promise<RoundRobin> {
  const answers = new Map<string, number>();
  let turn = 0;

  const proxy = createServer((asked, reply) => {
    const all = servers();
    turn += 1;
    const inTurn = all.map((_, n) => all[(turn + n) % all.length] as string);
    forward(asked, reply, inTurn).catch(() => {
      if (reply.headersSent) reply.destroy();
      else reply.writeHead(502, { 'content-type': 'text/plain' }).end();
    });
  });

  async function forward(asked: IncomingMessage, reply: ServerResponse, inTurn: string[]): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of asked) parts.push(part);
    const body = Buffer.concat(parts);
    for (const server of inTurn) {
      const answer = await sendTo(server, asked, body).catch((error: NodeJS.ErrnoException) => {
        // Nothing listens there, so the request had no effect. After other errors it may have had one.
        if (error.code === 'ECONNREFUSED') return undefined;
        throw error;
      });
      if (!answer) continue;
      answers.set(server, (answers.get(server) ?? 0) + 1);
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.once('error', () => reply.destroy());
      answer.pipe(reply);
      return;
    }
    throw new Error('No server is reachable');
  }

  function sendTo(server: string, asked: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { method, url, headers } = asked;
    const { host, protocol } = new URL(ORIGIN);
    const added = {
      'x-forwarded-for': asked.socket.remoteAddress ?? '',
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
    };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    ask(new URL(url ?? '/', server), { method, headers: { ...headers, ...added } }, resolve)
      .once('error', reject)
      .end(body);
    return promise;
  }

  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    answers,
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
