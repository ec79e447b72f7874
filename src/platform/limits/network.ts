import { isIPv6 } from 'node:net';

/** Returns the network of one household or server: an IPv4 address, or the first 64 bits of an IPv6 one (RFC 6177). */
export function networkOf(address: string): string {
  const v4 = /(?:^|:)(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (v4 || !isIPv6(address)) return v4 ?? address;
  const [head = '', tail] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const groups = tail ? [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail] : [...head];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Returns the first 48 bits of an IPv6 address, which one customer may have whole (RFC 6177); undefined for IPv4. */
export function siteOf(address: string): string | undefined {
  const network = networkOf(address);
  return network.includes(':') ? network.split(':').slice(0, 3).join(':') : undefined;
}
