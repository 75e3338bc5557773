/**
 * Loopback hosts as the URL parser writes them: it shortens IPv6 addresses and writes IPv4 ones in dotted decimals. Not
 * `node:net`: to load it takes a tenth of a start.
 */
const loopbackHost = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/;

/**
 * True for the host of an http or https URL on the loopback interface: `localhost`, 127.0.0.0/8, `::1`, and these IPv4
 * addresses written as IPv6. assumed: `*.localhost` is not, since a resolver may ask the network for it.
 */
export function isLoopback({ hostname }: URL): boolean {
  return loopbackHost.test(hostname);
}

/** True for a host itself and every host below it. */
export function isWithin(host: string, root: string): boolean {
  return host === root || host.endsWith(`.${root}`);
}

/** Site of a host name: lower case, in ASCII, without `www.` and the dot at its end. A text that is no host stays as it is. */
export function siteOf(host: string): string {
  const name = URL.parse(`http://${host}`)?.hostname ?? host;
  return name.replace(/^www\./, "").replace(/\.$/, "");
}

/** Host of a URL as sockets take it: an IPv6 address without its brackets. */
export function socketHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}
