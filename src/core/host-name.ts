/** True for a host itself and every host below it. */
export function isWithin(host: string, root: string): boolean {
  return host === root || host.endsWith(`.${root}`);
}

/** Site of a host name: lower case, in ASCII, without `www.` and the dot at its end. A text that is no host stays as it is. */
export function siteOf(host: string): string {
  const name = URL.parse(`http://${host}`)?.hostname ?? host;
  return name.replace(/^www\./, "").replace(/\.$/, "");
}
