import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * State of the network between client and server:
 * - `through`: all packets pass
 * - `down`: new connections are refused, open ones are closed
 * - `hung`: connections open, packets are held back until the condition ends
 * - `lost`: as `hung`, but open connections stay silent for ever, as after a router was replaced
 * - `slow`: every packet is `delay` milliseconds late
 * - `reset`: connections are reset at the first packet
 * - `cut`: requests pass, the connection is reset instead of the reply
 */
export type NetworkCondition = 'through' | 'down' | 'hung' | 'lost' | 'slow' | 'reset' | 'cut';

export interface TcpProxy {
  port: number;
  setCondition(condition: NetworkCondition, delay?: number): Promise<void>;
  close(): Promise<void>;
}

interface Pair {
  sockets: [Socket, Socket];
  silent: boolean;
}

/** Opens a TCP proxy on the loopback address. */
export async function openProxy(target: { port: number; host?: string }): Promise<TcpProxy> {
  let condition: NetworkCondition = 'through';
  let delay = 0;
  let changed = Promise.withResolvers<void>();
  const pairs = new Set<Pair>();

  const server = createServer((client) => {
    const upstream = connect(target.port, target.host ?? '127.0.0.1');
    const pair: Pair = { sockets: [client, upstream], silent: false };
    pairs.add(pair);
    for (const socket of pair.sockets) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
    }
    pass(pair, client, upstream, 'request');
    pass(pair, upstream, client, 'reply');
  });

  /** Forwards packets in order, each one when the condition allows it. */
  function pass(pair: Pair, from: Socket, to: Socket, direction: 'request' | 'reply'): void {
    let queue: Promise<unknown> = Promise.resolve();
    const next = (step: () => void) => {
      queue = queue.then(() => untilAllowed(pair)).then(step);
    };
    from.on('data', (bytes) => {
      if (condition === 'reset' || (condition === 'cut' && direction === 'reply')) return drop(pair, 'reset');
      next(() => to.write(bytes));
    });
    from.once('close', () => {
      next(() => to.destroy());
      pairs.delete(pair);
    });
  }

  async function untilAllowed(pair: Pair): Promise<void> {
    if (condition === 'lost') pair.silent = true;
    if (pair.silent) await new Promise(() => undefined);
    while (condition === 'hung') await changed.promise;
    if (condition === 'slow') await pause(delay);
  }

  function drop(pair: Pair, how: 'reset' | 'end'): void {
    pairs.delete(pair);
    for (const socket of pair.sockets) {
      if (how === 'reset') socket.resetAndDestroy();
      else socket.destroy();
    }
  }

  function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1');
    return once(server, 'listening').then(() => {
      const address = server.address();
      return typeof address === 'object' && address ? address.port : 0;
    });
  }

  const port = await listen(0);
  return {
    port,
    async setCondition(next, milliseconds = 0) {
      const wasDown = condition === 'down';
      condition = next;
      delay = milliseconds;
      changed.resolve();
      changed = Promise.withResolvers();
      if (next === 'down' && !wasDown) server.close();
      if (next === 'down') for (const pair of pairs) drop(pair, 'end');
      if (next === 'reset') for (const pair of pairs) drop(pair, 'reset');
      if (next === 'lost') for (const pair of pairs) pair.silent = true;
      if (wasDown && next !== 'down') await listen(port);
    },
    async close() {
      server.close();
      for (const pair of pairs) drop(pair, 'end');
    },
  };
}
