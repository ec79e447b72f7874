import type { Server } from 'node:http';

/** Where a server that listens on `host` can be reached from its own machine. */
export function loopbackOf(server: Pick<Server, 'address'>, host: string): string {
  const address = server.address();
  return loopbackAt(host, typeof address === 'object' && address ? address.port : 0);
}

export function loopbackAt(host: string, port: number): string {
  if (host === '::' || host === '::1') return `http://[::1]:${port}`;
  return `http://${host === 'localhost' || host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
}
