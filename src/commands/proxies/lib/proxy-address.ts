import type { Problem } from "../../../core/errors.ts";
import { socketHost } from "../../../core/hosts.ts";

/** Server of a proxy as fields of a request. */
export interface ProxyServer {
  readonly protocol: "http" | "https";
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
}

const FORM =
  "must be http://HOST:PORT or https://HOST:PORT, with USER:PASSWORD@ in front of the host where it needs them";
const defaultPorts = { http: 80, https: 443 } as const;

/** True for a word that is meant as an address. */
export function isProxyAddress(word: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(word);
}

/**
 * The server of an address, or the problem with it. The problem does not repeat the address, because it may contain a
 * password.
 */
export function readProxyAddress(address: string, path: string): ProxyServer | Problem {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const protocol = url?.protocol.slice(0, -1);
  if (!url || (protocol !== "http" && protocol !== "https")) return { path, message: FORM };
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "") {
    return { path, message: `${FORM}, and nothing behind the port` };
  }
  const [username, password] = [decoded(url.username), decoded(url.password)];
  if (username === undefined || password === undefined) {
    return { path, message: "has a user or password with a % that is not followed by two digits; write %25 for it" };
  }
  return {
    protocol,
    host: socketHost(url),
    port: url.port === "" ? defaultPorts[protocol] : Number(url.port),
    ...(username !== "" && { username }),
    ...(password !== "" && { password }),
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
