/** Minimum memory for a new Chromium, in bytes. assumed: 300 MiB, as measured with an empty page. */
export const BROWSER_BYTES = 300 * 2 ** 20;
