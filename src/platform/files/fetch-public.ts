import { Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

interface Place {
  address: string;
  family: number;
}

/** How far the fetch may reach. Only tests give another than this, to reach a server of their own. */
export interface Reach {
  mayReach(address: string, port: number): boolean;
  resolve(host: string): Promise<Place[]>;
  /** For all of it, redirects included, in milliseconds. */
  patience: number;
}

const PUBLIC: Reach = {
  mayReach: (address, port) => (port === 80 || port === 443) && isPublicAddress(address),
  resolve: (host) => askNameServers(host),
  patience: 10_000,
};

const REDIRECTS_MAX = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Answers that may be another one in a minute. */
const TRY_AGAIN = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Why something is not fetched, now or ever. Why exactly is nobody's business who gave the address. */
export class FetchRefused extends Error {
  readonly reason: 'address' | 'answer' | 'size';

  constructor(reason: FetchRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Fetches what lies at an address that a stranger gave. @throws FetchRefused for good; anything else may pass. */
export type FetchPublic = (address: string, bytesMax: number, signal: AbortSignal) => Promise<Buffer>;

/**
 * Makes a fetch that reaches the public internet and nothing else, whatever address it is given and whatever redirects
 * or name servers answer (server-side request forgery, OWASP A10:2021). Names are resolved here, every address of them is checked, and the
 * connection is made to just these: a name that means something else a moment later changes nothing.
 */
export function createFetch(given: Partial<Reach> = {}): FetchPublic {
  const reach = { ...PUBLIC, ...given };

  return async (address, bytesMax, signal) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(reach.patience)]);
    let url = readAddress(address);
    for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
      const answer = await ask(url, await placesOf(url, reach, limit), limit);
      try {
        const { statusCode = 0, headers } = answer;
        if (statusCode === 200) return await readBody(answer, bytesMax);
        if (TRY_AGAIN.has(statusCode)) throw new Error(`answered ${statusCode}`);
        if (!REDIRECTS.has(statusCode) || !headers.location) throw new FetchRefused('answer');
        url = readAddress(headers.location, url);
      } finally {
        answer.destroy();
      }
    }
    throw new FetchRefused('answer');
  };
}

function readAddress(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new FetchRefused('address');
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchRefused('address');
  if (url.username || url.password) throw new FetchRefused('address');
  return url;
}

/**
 * Where a name leads, asked of the name servers themselves (those of this machine's network unless others are given).
 * The system's own lookup would hold one of the process's four threads for as long as a name server is silent, and files,
 * pictures and pages need them.
 */
export async function askNameServers(host: string, servers?: readonly string[]): Promise<Place[]> {
  // Name servers are not asked of this one (RFC 6761, 6.3).
  if (/(^|\.)localhost\.?$/i.test(host)) return [{ address: '127.0.0.1', family: 4 }];
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  // Many names have addresses of one kind only, which is an error of the other.
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  const placesIn = (answer: PromiseSettledResult<string[]>, family: number) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
  return [...placesIn(four, 4), ...placesIn(six, 6)];
}

/** Where a host is, if everything that its name means may be reached. */
async function placesOf(url: URL, reach: Reach, limit: AbortSignal): Promise<Place[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const family = isIP(host);
  const places = family ? [{ address: host, family }] : await Promise.race([reach.resolve(host), whenOver(limit)]);
  if (places.length === 0 || !places.every(({ address }) => reach.mayReach(address, port)))
    throw new FetchRefused('address');
  return places;
}

function whenOver(limit: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (limit.aborted) reject(limit.reason);
    limit.addEventListener('abort', () => reject(limit.reason), { once: true });
  });
}

function ask(url: URL, places: Place[], signal: AbortSignal): Promise<IncomingMessage> {
  const toPlaces: LookupFunction = (_host, { all }, done) => {
    const [first = { address: '', family: 0 }] = places;
    if (all) done(null, places);
    else done(null, first.address, first.family);
  };
  const headers = {
    accept: 'image/avif,image/webp,image/png,image/jpeg',
    'accept-encoding': 'identity',
    'user-agent': 'Mozilla/5.0 (compatible; picture fetcher)',
  };
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // Without an agent there is no connection left over from another host, and no proxy of the environment.
    request(url, { agent: false, lookup: toPlaces, signal, headers, maxHeaderSize: 16 * 1024 }, resolve)
      .on('error', reject)
      .end();
  });
}

async function readBody(answer: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (Number(answer.headers['content-length']) > bytesMax) throw new FetchRefused('size');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bytesMax) throw new FetchRefused('size');
    chunks.push(chunk);
  }
  if (!answer.complete) throw new Error('the answer broke off');
  return Buffer.concat(chunks);
}
