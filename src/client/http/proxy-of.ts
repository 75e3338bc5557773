import { isLoopback } from "../../core/hosts.ts";
import type { Env } from "./routes.ts";

/** Proxy that a request goes through, and the variable that names it. */
export interface ChosenProxy {
  readonly variable: string;
  readonly url: URL;
}

/**
 * The proxy for a URL by the variables of `env`, as `Routes` and Node's agents choose it; undefined for none. A value
 * that is not a URL counts as none, because requests report it.
 */
export function proxyOf(env: Env, target: URL): ChosenProxy | undefined {
  if (isLoopback(target)) return undefined;
  const scheme = target.protocol.slice(0, -1);
  const variable = [`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`].find((each) => env[each]);
  const url = variable === undefined ? null : URL.parse(env[variable] ?? "");
  if (variable === undefined || url === null || bypasses(env["no_proxy"] || env["NO_PROXY"] || "", target)) {
    return undefined;
  }
  return { variable, url };
}

/** True for a host that a `NO_PROXY` list names: `*`, a host, a domain with a dot or a star, with or without a port. */
function bypasses(list: string, { hostname, port, protocol }: URL): boolean {
  const host = hostname.toLowerCase();
  const actualPort = port || (protocol === "https:" ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      const [, name = entry, wantedPort] = /^(.*?):(\d+)$/.exec(entry) ?? [];
      if (wantedPort !== undefined && wantedPort !== actualPort) return false;
      if (name === "*") return true;
      const suffix = name.replace(/^\*/, "");
      return suffix.startsWith(".") ? host.endsWith(suffix) : host === suffix;
    });
}
