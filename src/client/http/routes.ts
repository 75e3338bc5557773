import { readFileSync } from "node:fs";
import { addressTimeout } from "../../core/address-timeout.ts";
import { CliError, fileError } from "../../core/errors.ts";
import { isLoopback } from "../../core/hosts.ts";
import type { LocalListener } from "../../core/local-listener.ts";
import type { Route } from "./exchange.ts";
import { localRoute } from "./local-route.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** Idle connections are kept for 5 seconds, or less if the server says so. */
const keepAlive = { keepAlive: true, timeout: 5_000, ...addressTimeout } as const;

/**
 * Routes of one environment, each with the connections it keeps. They follow `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`
 * (either case) and `SSL_CERT_FILE`; `NODE_EXTRA_CA_CERTS` is read by Node itself. This machine is never reached through
 * a proxy.
 *
 * assumed: agents with `proxyEnv` in place of `http.setGlobalProxyFromEnv`, which sets the same and loads `fetch`.
 */
export class Routes {
  readonly #env: Env;
  readonly #routes = new Map<string | LocalListener, Route>();
  #certificates: string | undefined;

  constructor(env: Env) {
    this.#env = env;
  }

  /**
   * Route to a server, or to the local service. Exit 2 for a proxy that is not a URL, exit 10 for certificates that
   * cannot be read.
   */
  to(url: URL, listener?: LocalListener): Route {
    if (listener) {
      const local = this.#routes.get(listener) ?? localRoute(listener, keepAlive);
      this.#routes.set(listener, local);
      return local;
    }
    const proxied = !isLoopback(url);
    const key = `${url.protocol} ${proxied}`;
    const known = this.#routes.get(key);
    if (known) return known;
    const proxyEnv = proxied ? proxySettings(this.#env) : undefined;
    const options = { ...keepAlive, ...(proxyEnv && { proxyEnv }) };
    const route = url.protocol === "https:" ? this.#secure(options) : plain(options);
    this.#routes.set(key, route);
    return route;
  }

  #secure(options: typeof keepAlive): Route {
    const https = process.getBuiltinModule("node:https");
    const path = this.#env["SSL_CERT_FILE"];
    if (path && path !== this.#certificates) addCertificates(path);
    this.#certificates = path;
    return { request: https.request, agent: new https.Agent(options) };
  }
}

/** Route without TLS. Loads `node:http` late, because a command that sends nothing does not need it. */
function plain(options: typeof keepAlive): Route {
  const http = process.getBuiltinModule("node:http");
  return { request: http.request, agent: new http.Agent(options) };
}

/** The variables for proxies as Node's agents read them; undefined where none is set. */
function proxySettings(env: Env): Record<string, string> | undefined {
  const settings: Record<string, string> = {};
  for (const scheme of ["http", "https"]) {
    // The lower-case name comes first, as in other tools.
    const name = [`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`].find((each) => env[each]);
    if (name !== undefined) settings[`${scheme}_proxy`] = proxyUrl(name, env[name]);
  }
  if (Object.keys(settings).length === 0) return undefined;
  const none = env["no_proxy"] || env["NO_PROXY"];
  // Node only accepts commas.
  if (none)
    settings["no_proxy"] = none
      .trim()
      .split(/[\s,]+/)
      .join(",");
  if (!("setGlobalProxyFromEnv" in process.getBuiltinModule("node:http"))) {
    throw new CliError("usage", `proxies need Node 24.14 or later; this is ${process.version}`);
  }
  return settings;
}

/** A proxy's URL, normalised. The value is not repeated in the error: it may hold a password. */
function proxyUrl(name: string, value = ""): string {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol)) return url.href;
  throw new CliError("usage", `${name}: must be an http or https URL`);
}

function addCertificates(path: string): void {
  const tls = process.getBuiltinModule("node:tls");
  let pem: string;
  try {
    pem = readFileSync(path, "utf8");
  } catch (error) {
    throw fileError("read SSL_CERT_FILE", path, error);
  }
  try {
    // Node silently skips a text without a certificate when there are others.
    if (!pem.includes("CERTIFICATE-----")) throw new Error("no certificate in it");
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), pem]);
  } catch (error) {
    throw new CliError("local-file", `SSL_CERT_FILE "${path}" holds no certificate`, { cause: error });
  }
}
