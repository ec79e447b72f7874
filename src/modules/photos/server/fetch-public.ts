import { Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Azure's metadata and DNS address, the only one outside of the reserved ranges. */
const AZURE_PLATFORM_ADDRESS = '168.63.129.16';
/** IPv6 addresses that are assigned to the public internet (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Returns whether an IP address is on the public internet: outside of IANA's special-purpose ranges (RFC 6890) such as
 * loopback, private networks, link-local, NAT64 and multicast. False for an address with a zone, and for a host name.
 */
export function isPublicAddress(address: string): boolean {
  // A zone (`%eth0`) exists on local networks only.
  if (!ipaddr.isValid(address) || address.includes('%') || address === AZURE_PLATFORM_ADDRESS) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST));
}

interface HostAddress {
  address: string;
  family: number;
}

/** Limits of a fetch. Only tests change them, to reach their own servers. */
export interface FetchLimits {
  mayConnect(address: string, port: number): boolean;
  resolve(host: string): Promise<HostAddress[]>;
  /** For the whole fetch with its redirects. */
  timeoutMs: number;
}

const PUBLIC_INTERNET: FetchLimits = {
  mayConnect: (address, port) => (port === 80 || port === 443) && isPublicAddress(address),
  resolve: (host) => resolveHost(host),
  timeoutMs: 10_000,
};

const MAX_REDIRECTS = 3;
const MAX_HEADER_BYTES = 16 * 1024;
const DNS_TIMEOUT_MS = 2000;
const DNS_MAX_TRIES = 2;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);
const TRANSIENT_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

/** A fetch that fails on every retry. The seller's message has no reason, except for the size. */
export class FetchRefused extends Error {
  readonly reason: 'address' | 'answer' | 'size';

  constructor(reason: FetchRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Fetches a URL that a user typed and returns the body. @throws FetchRefused; any other error is transient. */
export type FetchPublic = (address: string, maxBytes: number, signal: AbortSignal) => Promise<Buffer>;

/**
 * Returns a fetch that connects to the public internet only, for any address, redirect and DNS answer (SSRF, OWASP
 * A10:2021). It resolves each host once, checks every address of it, and connects to these only. A later DNS answer
 * has no effect.
 */
export function createFetch(overrides: Partial<FetchLimits> = {}): FetchPublic {
  const limits = { ...PUBLIC_INTERNET, ...overrides };

  return async (address, maxBytes, signal) => {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]);
    let url = parseAddress(address);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await send(url, await resolvePublic(url, limits, deadline), deadline);
      try {
        const { statusCode = 0, headers } = response;
        if (statusCode === 200) return await readBody(response, maxBytes);
        if (TRANSIENT_STATUSES.has(statusCode)) throw new Error(`The server answered ${statusCode}`);
        if (!REDIRECT_STATUSES.has(statusCode) || !headers.location) throw new FetchRefused('answer');
        url = parseAddress(headers.location, url);
      } finally {
        response.destroy();
      }
    }
    throw new FetchRefused('answer');
  };
}

function parseAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new FetchRefused('address');
  if (url.username || url.password) throw new FetchRefused('address');
  return url;
}

/**
 * Returns the IP addresses of a host from the given DNS servers, or those of this machine. The system's lookup would
 * block one of the process's four threads until the DNS server answers.
 */
export async function resolveHost(host: string, servers?: readonly string[]): Promise<HostAddress[]> {
  // DNS servers are not asked for this name (RFC 6761, 6.3).
  if (/(^|\.)localhost\.?$/i.test(host)) return [{ address: '127.0.0.1', family: 4 }];
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_MAX_TRIES });
  if (servers) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  // Many hosts have addresses of one family only; the other query then fails.
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  const addressesOf = (answer: PromiseSettledResult<string[]>, family: number) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
  return [...addressesOf(four, 4), ...addressesOf(six, 6)];
}

/** @throws FetchRefused unless every address of the host is allowed. */
async function resolvePublic(url: URL, limits: FetchLimits, deadline: AbortSignal): Promise<HostAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const family = isIP(host);
  const found = family ? [{ address: host, family }] : await Promise.race([limits.resolve(host), aborted(deadline)]);
  if (found.length === 0 || !found.every(({ address }) => limits.mayConnect(address, port)))
    throw new FetchRefused('address');
  return found;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function send(url: URL, addresses: HostAddress[], signal: AbortSignal): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_host, { all }, done) => {
    const [first = { address: '', family: 0 }] = addresses;
    if (all) done(null, addresses);
    else done(null, first.address, first.family);
  };
  const headers = {
    accept: 'image/avif,image/webp,image/png,image/jpeg',
    'accept-encoding': 'identity',
    'user-agent': 'Mozilla/5.0 (compatible; picture fetcher)',
  };
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // Without an agent no connection is reused, and no proxy of the environment applies.
    request(url, { agent: false, lookup, signal, headers, maxHeaderSize: MAX_HEADER_BYTES }, resolve)
      .on('error', reject)
      .end();
  });
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(response.headers['content-length']) > maxBytes) throw new FetchRefused('size');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new FetchRefused('size');
    chunks.push(chunk);
  }
  if (!response.complete) throw new Error('The response is incomplete');
  return Buffer.concat(chunks);
}
