import { BlockList, isIP } from 'node:net';

/**
 * What is not the public internet, from IANA's registries of special-purpose addresses (RFC 6890): this machine, its
 * network, what carriers and clouds use inside, documentation, multicast.
 * https://www.iana.org/assignments/iana-ipv4-special-registry, https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const SPECIAL_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Metadata of cloud machines lies at 169.254.169.254; Azure's also at 168.63.129.16.
  '169.254.0.0/16',
  '168.63.129.16/32',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Of what is global unicast in IPv6: Teredo and its like, documentation, 6to4, which carries IPv4 addresses inside. */
const SPECIAL_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const special = new BlockList();
for (const range of SPECIAL_4) special.addSubnet(...parts(range), 'ipv4');
for (const range of SPECIAL_6) special.addSubnet(...parts(range), 'ipv6');

/** Everything else in IPv6 is this machine, its network, or IPv4 in disguise (mapped, compatible, NAT64). */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address, as a resolver gives it, is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  // A zone (`%eth0`) belongs to addresses of this network only.
  if (family !== 6 || address.includes('%')) return false;
  return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

function parts(range: string): [address: string, bits: number] {
  const [address = '', bits] = range.split('/');
  return [address, Number(bits)];
}
