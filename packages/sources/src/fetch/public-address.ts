/** Distinguishes IP addresses of the public internet from all others: this machine, its networks, or nothing at all. */
import { BlockList, isIP } from "node:net";

/** IANA special-purpose registries (RFC 6890 and its updates), and multicast. */
const inside4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  // shared by the customers of a provider (RFC 6598)
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // link-local; the clouds' own metadata is at 169.254.169.254
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // multicast, reserved, broadcast
  ["224.0.0.0", 3],
] as const;

/** Of 2000::/3, where public addresses are, what leads elsewhere: Teredo, benchmarks, documentation, 6to4. */
const inside6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const closed = new BlockList();
for (const [net, prefix] of inside4) closed.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of inside6) closed.addSubnet(net, prefix, "ipv6");
const global6 = new BlockList();
// Not in it: loopback, link-local, unique local, multicast, IPv4 in IPv6 (mapped, compatible, NAT64).
global6.addSubnet("2000::", 3, "ipv6");

/** Tells whether an address is one of the public internet; false for text that is no IP address, and for any with a zone. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !closed.check(address, "ipv4");
  if (version !== 6 || address.includes("%")) return false;
  return global6.check(address, "ipv6") && !closed.check(address, "ipv6");
}
