import { lookup } from "node:dns/promises";
import { connect, isIP } from "node:net";
import { networkFailure } from "../../../../client/failures.ts";
import type { HttpResponse } from "../../../../client/http/exchange.ts";
import { HttpHeaders } from "../../../../client/http/headers.ts";
import { proxyOf } from "../../../../client/http/proxy-of.ts";
import { createTransport } from "../../../../client/transport.ts";
import { addressTimeout } from "../../../../core/address-timeout.ts";
import { CliError } from "../../../../core/errors.ts";
import { isLoopback, socketHost } from "../../../../core/hosts.ts";
import { maskUserinfo } from "../../../../core/userinfo.ts";
import type { Facts } from "../facts.ts";
import { type Check, type Finding, failure, failureOf, note, ok, warning } from "../finding.ts";
import { CLOCK_TOLERANCE_MS } from "./clock.ts";
import { contractFinding } from "./contract.ts";
import { certificateFinding } from "./tls.ts";

/** Limits of a request, in milliseconds; together they are below the limit of the check. */
const TIMEOUTS = { connect: 3_000, headers: 4_000, body: 4_000 } as const;
const LIMIT_MS = 9_000;

/** The proxy and the name of the service's host. */
export function routeCheck({ baseUrl, env }: Facts): Check {
  return {
    area: "network",
    title: "DNS and proxy",
    id: "network.route",
    run: async (signal) => {
      if (baseUrl === undefined) return [];
      const url = new URL(baseUrl);
      const proxy = proxyOf(env, url);
      if (proxy) return [await proxyFinding(proxy.variable, proxy.url, signal)];
      if (isLoopback(url)) return [ok("network.proxy", "no proxy is used: the service is on this machine")];
      return [ok("network.proxy", `no proxy is used for ${url.host}`), await nameFinding(url)];
    },
  };
}

async function proxyFinding(variable: string, proxy: URL, signal: AbortSignal): Promise<Finding> {
  const id = "network.proxy";
  const { host, port, protocol } = proxy;
  const socket = connect({
    host: socketHost(proxy),
    port: Number(port || (protocol === "https:" ? 443 : 80)),
    signal,
    timeout: TIMEOUTS.connect,
    ...addressTimeout,
  });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  socket.once("connect", () => resolve(undefined));
  socket.once("timeout", () => resolve("does not answer"));
  socket.once("error", (error: NodeJS.ErrnoException) =>
    resolve(
      error.code === "ECONNREFUSED" ? "refuses connections" : `cannot be reached (${error.code ?? error.message})`,
    ),
  );
  const problem = await promise.finally(() => socket.destroy());
  if (problem === undefined) return ok(id, `requests go through ${host} (${variable}), which is reachable`);
  const fix = `correct ${variable}, or name the host of the service in NO_PROXY`;
  return failure(id, "unreachable", `the proxy ${host} of ${variable} ${problem}`, fix);
}

async function nameFinding(url: URL): Promise<Finding> {
  const id = "network.dns";
  const { hostname } = url;
  if (isIP(socketHost(url)) !== 0) return ok(id, `${hostname} is an address`);
  try {
    const addresses = await lookup(hostname, { all: true });
    return ok(id, `${hostname} is ${addresses.map(({ address }) => address).join(", ")}`);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOTFOUND")
      return failure(
        id,
        "unreachable",
        `there is no address for ${hostname}`,
        "correct the base URL: browserctl config explain",
      );
    return failure(
      id,
      "unreachable",
      `the name servers do not answer for ${hostname} (${code})`,
      "check the network of this machine",
    );
  }
}

/** One request without a token: connection, certificate, clock, and the contract of the service. */
export function connectionCheck(facts: Facts): Check {
  return {
    area: "network",
    title: "service",
    id: "network.connection",
    limitMs: LIMIT_MS,
    run: async (signal) => {
      signal.addEventListener("abort", () => facts.reached.resolve(false), { once: true });
      try {
        return await connectionFindings(facts, signal);
      } finally {
        facts.reached.resolve(false);
      }
    },
  };
}

async function connectionFindings({ baseUrl, env, now, reached }: Facts, signal: AbortSignal): Promise<Finding[]> {
  if (baseUrl === undefined) return [];
  const url = new URL(`${baseUrl.replace(/\/$/, "")}/openapi.json`);
  const started = now();
  let response: HttpResponse | undefined;
  let problem: Finding | undefined;
  try {
    const headers = new HttpHeaders({ accept: "application/json" });
    response = await createTransport(env, TIMEOUTS)(url, { method: "GET", headers, signal });
    reached.resolve(true);
  } catch (error) {
    signal.throwIfAborted();
    const hint = isLoopback(url) ? undefined : "check the address and the network: browserctl config explain";
    const known = error instanceof CliError ? error : networkFailure(error, url, hint).error;
    const proxy = proxyOf(env, url);
    const finding = failureOf("network.connection", known);
    problem = proxy ? { ...finding, found: `${finding.found}, through the proxy of ${proxy.variable}` } : finding;
  }
  const ended = now();
  const direct = url.protocol === "https:" && proxyOf(env, url) === undefined;
  const certificate = direct ? await certificateFinding(url, TIMEOUTS.connect, now(), signal) : undefined;
  if (!response)
    return [certificate?.status === "error" ? undefined : problem, certificate].filter((each) => each !== undefined);
  const answered = ok("network.connection", `${maskUserinfo(url.origin)} answers in ${Math.round(ended - started)} ms`);
  const clock = clockFinding(response, (started + ended) / 2);
  const contract = await contractFinding(response, signal);
  return [answered, certificate, clock, contract].filter((each) => each !== undefined);
}

/** Compares the service's clock with the local one; undefined for a local service, or a response without a date. */
function clockFinding({ headers }: HttpResponse, now: number): Finding | undefined {
  const theirs = Date.parse(headers.get("date") ?? "");
  if (headers.has("x-browserctl-local")) return undefined;
  if (Number.isNaN(theirs)) return note("network.clock", "the service tells no time to compare this clock with");
  const difference = theirs - now;
  if (Math.abs(difference) <= CLOCK_TOLERANCE_MS) return ok("network.clock", "agrees with the clock of the service");
  const minutes = Math.round(Math.abs(difference) / 60_000);
  const found = `this clock is ${minutes} min ${difference > 0 ? "behind" : "ahead of"} that of the service`;
  return warning(
    "network.clock",
    `${found}; certificates and one-time codes depend on it`,
    "set the clock, for example: sudo timedatectl set-ntp true",
  );
}
