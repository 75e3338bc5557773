/**
 * True for a URL host on the loopback interface: `localhost`, 127.0.0.0/8, `::1`, and these IPv4 addresses written as IPv6.
 * assumed: `*.localhost` is not, since a resolver may ask the network for it.
 */
export function isLoopback({ hostname }: URL): boolean {
  if (hostname === "localhost") return true;
  const { BlockList, isIP } = process.getBuiltinModule("node:net");
  const address = hostname.replace(/^\[|\]$/g, "");
  const version = isIP(address);
  if (version === 0) return false;
  const loopback = new BlockList();
  loopback.addSubnet("127.0.0.0", 8);
  loopback.addAddress("::1", "ipv6");
  return loopback.check(address, version === 4 ? "ipv4" : "ipv6");
}
