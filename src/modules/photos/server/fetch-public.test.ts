import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFetch, type FetchLimits, FetchRefused, isPublicAddress, resolveHost } from './fetch-public.ts';

const BYTES_MAX = 1024;
const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/here': (_request, response) => response.end('a picture'),
  '/large': (_request, response) => response.end(Buffer.alloc(BYTES_MAX + 1)),
  '/large-unsaid': (_request, response) => {
    response.write(Buffer.alloc(BYTES_MAX));
    response.end('x');
  },
  '/gone': (_request, response) => response.writeHead(404).end(),
  '/busy': (_request, response) => response.writeHead(503).end(),
  '/slow': (_request, response) => void response.write('a'),
  '/cut': (_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('a');
    setImmediate(() => response.destroy());
  },
  '/to': (request, response) => {
    const location = new URL(request.url ?? '', 'http://x').searchParams.get('address') ?? '';
    response.writeHead(302, { location }).end();
  },
};
const asked: { url: string | undefined; headers: IncomingMessage['headers'] }[] = [];
const server = createServer((request, response) => {
  asked.push({ url: request.url, headers: request.headers });
  answers[request.url?.split('?')[0] ?? '']?.(request, response);
});
let port = 0;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Reaches this test's server only. */
const fetch = (address: string, reach: Partial<FetchLimits> = {}) =>
  createFetch({ mayConnect: (_ip, at) => at === port, timeoutMs: 5000, ...reach })(
    address,
    BYTES_MAX,
    new AbortController().signal,
  );
const at = (path: string) => `http://127.0.0.1:${port}${path}`;
const via = (address: string) => at(`/to?address=${encodeURIComponent(address)}`);

describe('fetching a linked picture', () => {
  test('returns its bytes, sends no cookie and no token, and follows three redirects', async () => {
    expect(String(await fetch(via(via(via('/here')))))).toBe('a picture');
    expect(asked).toHaveLength(4);
    for (const { headers } of asked) expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']));
  });

  test.each([
    ['ftp://example.com/a.jpg', 'address'],
    ['file:///etc/passwd', 'address'],
    ['data:image/png;base64,AA', 'address'],
    ['gopher://127.0.0.1/', 'address'],
    ['http://user:secret@example.com/a.jpg', 'address'],
    ['http://', 'address'],
    ['no address', 'address'],
  ])('refuses %s', async (address, reason) => {
    await expect(fetch(address, { mayConnect: () => true })).rejects.toEqual(new FetchRefused(reason as 'address'));
  });

  test.each(['/gone', '/large', '/large-unsaid'])('refuses %s permanently', async (path) => {
    await expect(fetch(at(path))).rejects.toBeInstanceOf(FetchRefused);
  });

  test('refuses a fourth redirect, one to another scheme, and one with credentials', async () => {
    for (const address of [
      via(via(via(via('/here')))),
      via('file:///etc/passwd'),
      via(`http://a:b@127.0.0.1:${port}/here`),
    ])
      await expect(fetch(address), address).rejects.toBeInstanceOf(FetchRefused);
  });

  test.each(['/busy', '/slow', '/cut'])('allows a retry after %s', async (path) => {
    const error = await fetch(at(path), { timeoutMs: 200 }).catch((error) => error);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(FetchRefused);
  });

  test('has a timeout for the name server', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    await expect(fetch('http://slow.example/', { resolve, timeoutMs: 50 })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});

describe('a private address', () => {
  // The store's configuration, which reaches nothing on this machine.
  const guarded = (address: string, resolve?: FetchLimits['resolve']) =>
    createFetch({ timeoutMs: 5000, ...(resolve ? { resolve } : {}) })(address, BYTES_MAX, new AbortController().signal);

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://192.168.0.1/',
    'http://localhost/',
    'https://localhost/',
    'http://8.8.8.8:8080/',
    'http://8.8.8.8:22/',
    'https://8.8.8.8:6443/',
  ])('is never requested: %s', async (address) => {
    await expect(guarded(address)).rejects.toEqual(new FetchRefused('address'));
  });

  test('is not reached by a name that resolves to it, alone or among others [T33]', async () => {
    const resolve = async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    await expect(guarded('http://pictures.example/', resolve)).rejects.toEqual(new FetchRefused('address'));
  });

  test('is not reached by a redirect [T33]', async () => {
    const mayConnect: FetchLimits['mayConnect'] = (ip, on) => ip === '127.0.0.1' && on === port;
    for (const address of [`http://127.0.0.1:${port + 1}/`, 'http://169.254.169.254/', `http://[::1]:${port}/here`])
      await expect(fetch(via(address), { mayConnect }), address).rejects.toEqual(new FetchRefused('address'));
    expect(asked.map(({ url }) => url?.split('?')[0])).toEqual(['/to', '/to', '/to']);
  });

  test('is not reached by a name that resolves to it the second time', async () => {
    const meanings = ['127.0.0.1', '127.0.0.9'];
    let times = 0;
    const resolve = async () => [{ address: meanings[times++] ?? '', family: 4 }];
    const mayConnect: FetchLimits['mayConnect'] = (ip) => ip === '127.0.0.1';
    // The server listens on the first address only, so a response shows the address of the connection.
    expect(String(await fetch(`http://rebind.example:${port}/here`, { resolve, mayConnect }))).toBe('a picture');
    expect(times).toBe(1);
    expect(asked[0]?.headers.host).toBe(`rebind.example:${port}`);
  });
});

describe('a name', () => {
  let nameServer: Socket;
  let place: string;

  beforeAll(async () => {
    nameServer = createSocket('udp4');
    nameServer.on('message', (question, { port, address }) => {
      if (!question.includes('silent')) nameServer.send(answerTo(question), port, address);
    });
    nameServer.bind(0, '127.0.0.1');
    await once(nameServer, 'listening');
    place = `127.0.0.1:${nameServer.address().port}`;
  });
  afterAll(() => nameServer.close());

  test('is resolved, also with addresses of one family only', async () => {
    expect(await resolveHost('pictures.example', [place])).toEqual([{ address: '203.0.113.7', family: 4 }]);
  });

  test('with a silent name server delays no other request', async () => {
    const silent = Array.from({ length: 8 }, () => resolveHost('silent.example', [place]).catch(() => 'over'));
    expect(await Promise.race([...silent, stat(import.meta.filename)])).not.toBe('over');
    expect(await Promise.all(silent)).toEqual(silent.map(() => 'over'));
  });
});

/** A name server's answer (RFC 1035, 4.1): 203.0.113.7 for a query for an IPv4 address, and none for other queries. */
function answerTo(question: Buffer): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const wantsFour = question.readUInt16BE(end - 4) === 1;
  const head = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, wantsFour ? 1 : 0, 0, 0, 0, 0]);
  const record = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 7]);
  return Buffer.concat([head, question.subarray(12, end), ...(wantsFour ? [record] : [])]);
}

describe('an address of the public internet', () => {
  test.each(['1.1.1.1', '8.8.8.8', '103.4.145.245', '172.15.255.255', '172.32.0.1', '223.255.255.254'])(
    '%s is one',
    (ip) => expect(isPublicAddress(ip)).toBe(true),
  );
  test.each(['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2404:6800:4009:80a::2004'])('%s is one', (ip) =>
    expect(isPublicAddress(ip)).toBe(true),
  );

  test.each([
    ['127.0.0.1', 'this machine'],
    ['127.255.255.254', 'this machine'],
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'this network'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['169.254.169.254', 'cloud metadata'],
    ['168.63.129.16', 'cloud metadata'],
    ['169.254.0.1', 'link-local'],
    ['100.64.0.1', 'carrier NAT'],
    ['100.127.255.254', 'carrier NAT'],
    ['100.100.100.200', 'cloud metadata'],
    ['192.0.0.8', 'protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['198.18.0.1', 'benchmarks'],
    ['198.19.255.255', 'benchmarks'],
    ['192.88.99.1', '6to4 relay'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.250', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'this machine'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:7f00:1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['::ffff:0:127.0.0.1', 'IPv4-translated'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b::169.254.169.254', 'NAT64'],
    ['64:ff9b:1::1', 'NAT64'],
    ['100::1', 'discard'],
    ['2001::1', 'Teredo'],
    ['2001:20::1', 'ORCHID'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['2002:7f00:1::', '6to4'],
    ['2002:a9fe:a9fe::1', '6to4 of cloud metadata'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'cloud metadata'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['2606:4700:4700::1111%eth0', 'a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['localhost', 'a name'],
    ['127.1', 'no address as resolvers write it'],
    ['2130706433', 'no address as resolvers write it'],
    ['', 'nothing'],
  ])('%s is none: %s', (ip) => expect(isPublicAddress(ip)).toBe(false));
});
