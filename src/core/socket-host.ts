/** Host of a URL as sockets take it: an IPv6 address without its brackets. */
export function socketHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}
