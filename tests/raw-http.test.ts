import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestStore, type TestStore } from './support/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** Sends bytes. Returns all bytes of the reply. */
function wire(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(store.address);
    const socket = connect(Number(port), hostname);
    let heard = '';
    socket.setEncoding('latin1').on('data', (part) => {
      heard += part;
    });
    socket.on('error', reject).on('close', () => resolve(heard));
    socket.write(Buffer.from(text, 'latin1'));
    // Without a reply the connection closes.
    socket.setTimeout(5000, () => socket.destroy());
  });
}

const get = (path: string, host: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`;
const post = (headers: string, body = '') =>
  `POST /api/contact HTTP/1.1\r\nHost: localhost\r\n${headers}Connection: close\r\n\r\n${body}`;

describe('bytes on the wire', () => {
  test.each([
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\r\n\r\n', 400],
    ['a method that nobody knows', 'FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['an address of raw bytes', get('/\xe0\xa6', 'localhost'), 400],
    ['headers without an end', get('/api/categories', 'localhost', `X: ${'a'.repeat(20_000)}\r\n`), 431],
    ['two lengths', post('Content-Length: 4\r\nContent-Length: 5\r\n', 'abcd'), 400],
    [
      'a length and pieces',
      post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\nGET /x HTTP/1.1\r\n'),
      400,
    ],
    ['pieces that are none', post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'), 400],
    ['a length below nothing', post('Content-Length: -4\r\n', 'abcd'), 400],
    ['a header in two lines', get('/api/categories', 'localhost', 'X: a\r\n b\r\n'), 400],
    ['a host that is none', get('/api/categories', '['), 400],
    ['two hosts', get('/api/categories', 'localhost', 'Host: evil.example\r\n'), 400],
    ['a host with an address in it', get('/api/categories', 'evil.example/x?y#z@'), 400],
    ['a host with a port beyond all ports', get('/api/auth/ok', 'localhost:99999'), 400],
  ])('and is %s is refused with a problem that contains no markup [T30]', async (_what, bytes, status) => {
    const heard = await wire(bytes);
    const [head = '', body = ''] = heard.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/content-type: application\/problem\+json/i);
    expect(head).toMatch(/x-content-type-options: nosniff/i);
    expect(head).toMatch(/content-security-policy: default-src 'none'/i);
    expect(JSON.parse(body.replace(/^[\da-f]+\r\n|\r\n0$/g, ''))).toMatchObject({ status, title: 'bad-request' });
  });

  test('without a host, as HTTP/1.0 may, is answered', async () => {
    expect(await wire('GET /api/categories HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });

  test('with an absolute URL is answered like its path', async () => {
    expect(await wire(get('http://evil.example/api/nothing', 'localhost'))).toMatch(/^HTTP\/1.1 404 /);
    expect(await wire(get('http://evil.example/api/auth/ok', 'localhost'))).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('the client address of a request', () => {
  /** Returns the statuses of three attempts with these X-Forwarded-For headers; two a minute are allowed. */
  async function tries(proxies: string, headerValues: string[]): Promise<number[]> {
    const other = await openTestStore({ RATE_LIMITS: 'on', LIMIT_TRIES: '2', TRUST_PROXY: proxies });
    const codes: number[] = [];
    for (const value of headerValues) {
      const headers = { 'x-forwarded-for': value };
      codes.push(
        (await other.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', headers, payload: {} })).statusCode,
      );
    }
    await other.close();
    return codes;
  }

  test('is the trusted proxies’ value, not the client’s [T31]', async () => {
    expect(await tries('1', ['1.1.1.1, 9.9.9.9', '2.2.2.2, 9.9.9.9', '3.3.3.3, 9.9.9.9'])).toEqual([400, 400, 429]);
    expect(await tries('true', ['1.1.1.1, 9.9.9.9', '1.1.1.1, 8.8.8.8', '1.1.1.1, 7.7.7.7'])).toEqual([400, 400, 400]);
    expect(await tries('2', ['1.1.1.1, 5.5.5.5, 9.9.9.9', '2.2.2.2, 5.5.5.5, 8.8.8.8', '5.5.5.5, 7.7.7.7'])).toEqual([
      400, 400, 429,
    ]);
  });

  test('is the connection’s address without trusted proxies', async () => {
    expect(await tries('false', ['1.1.1.1', '2.2.2.2', '3.3.3.3'])).toEqual([400, 400, 429]);
  });
});
