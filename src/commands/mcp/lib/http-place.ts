import type { Found } from "../../../core/errors.ts";
import { isLoopback, socketHost } from "../../../core/hosts.ts";

/** Address that an HTTP server listens on. */
export interface HttpPlace {
  /** Host as sockets take it. */
  readonly host: string;
  readonly port: number;
}

/** The address of `[HOST:]PORT`: a loopback address of this machine. */
export function httpPlace(text: string): Found<HttpPlace> {
  const whole = /^\d+$/.test(text) ? `127.0.0.1:${text}` : text;
  const url = /^[^\s/?#@]+:\d{1,5}$/.test(whole) ? URL.parse(`http://${whole}`) : null;
  const place = { host: url ? socketHost(url) : "", port: Number(/\d+$/.exec(whole)?.[0] ?? 0) };
  if (!url) return { value: place, problems: [{ path: "--http", message: `must be [HOST:]PORT, not "${text}"` }] };
  if (isLoopback(url)) return { value: place, problems: [] };
  const message = `must be a loopback address, such as 127.0.0.1:${place.port}; to serve others, put a proxy before it`;
  return { value: place, problems: [{ path: "--http", message }] };
}
