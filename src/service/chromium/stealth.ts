/**
 * The user agent that a Chromium with a window would send: the reduced form, which names only the platform and the
 * major version. Edge adds its own product.
 *
 * Given as a launch flag it reaches pages, frames, workers and requests alike, and leaves the client hints that every
 * request carries as they are. assumed: the price is right; Chromium then answers the detailed hints that a site must
 * ask for, such as the list of full versions, with empty values.
 */
export function stealthUserAgent(
  browser: { product: string; major: number },
  platform: NodeJS.Platform = process.platform,
): string {
  const system = SYSTEMS[platform] ?? "X11; Linux x86_64";
  const number = `${browser.major}.0.0.0`;
  const suffix = /\bedge?\b/i.test(browser.product) ? ` Edg/${number}` : "";
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${number} Safari/537.36${suffix}`;
}

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "Macintosh; Intel Mac OS X 10_15_7",
  win32: "Windows NT 10.0; Win64; x64",
};
