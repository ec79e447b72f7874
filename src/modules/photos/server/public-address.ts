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
