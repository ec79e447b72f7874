import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * What a connection through the proxy comes to:
 * - `through`: nothing befalls it
 * - `down`: refused, and cut where it stands
 * - `hung`: taken, and not a word comes through; once this is over, all of it does
 * - `lost`: as `hung`, but what was connected stays silent for ever, as behind a router that was exchanged
 * - `slow`: every piece comes `delay` milliseconds late
 * - `reset`: cut as soon as anything is said
 * - `cut`: what is asked comes through; instead of the answer the connection ends
 */
export type Weather = 'through' | 'down' | 'hung' | 'lost' | 'slow' | 'reset' | 'cut';

export interface TcpProxy {
  port: number;
  become(weather: Weather, delay?: number): Promise<void>;
  close(): Promise<void>;
}

interface Pair {
  sockets: [Socket, Socket];
  silent: boolean;
}

/** Stands between two processes on the loopback address and lets through, or not. */
export async function openProxy(target: { port: number; host?: string }): Promise<TcpProxy> {
  let weather: Weather = 'through';
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
    pass(pair, client, upstream, 'asked');
    pass(pair, upstream, client, 'answered');
  });

  /** Passes on in order, each piece when the weather lets it. */
  function pass(pair: Pair, from: Socket, to: Socket, what: 'asked' | 'answered'): void {
    let line: Promise<unknown> = Promise.resolve();
    const next = (step: () => void) => {
      line = line.then(() => whenItMay(pair)).then(step);
    };
    from.on('data', (bytes) => {
      if (weather === 'reset' || (weather === 'cut' && what === 'answered')) return drop(pair, 'reset');
      next(() => to.write(bytes));
    });
    from.once('close', () => {
      next(() => to.destroy());
      pairs.delete(pair);
    });
  }

  async function whenItMay(pair: Pair): Promise<void> {
    if (weather === 'lost') pair.silent = true;
    if (pair.silent) await new Promise(() => undefined);
    while (weather === 'hung') await changed.promise;
    if (weather === 'slow') await pause(delay);
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
    async become(next, milliseconds = 0) {
      const wasDown = weather === 'down';
      weather = next;
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
