import type { OperationById } from "../../contract/index.ts";
import type { BodyOf } from "../../contract/operation.ts";
import type { InputProblem } from "../../contract/problems.ts";
import { socketHost } from "../../core/hosts.ts";
import type { SessionSettings } from "../sessions/session-record.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import { chosenProxy } from "./chosen-proxy.ts";
import { type HostPattern, overlap, type PatternRules, readHostPattern } from "./host-pattern.ts";
import type { Proxies } from "./proxies.ts";
import type { StoredProxy } from "./proxy-table.ts";

type NetworkRequest = NonNullable<NonNullable<BodyOf<OperationById<"browsers.create">>>["network"]>;
type RouteRequest = NonNullable<NetworkRequest["proxy_routes"]>[number];
/** Network of a session as it is stored and shown: entries normalized, proxies by id. */
export type NetworkSetting = NonNullable<SessionSettings["network"]>;

/** Hosts that go through a proxy of their own. */
export interface ProxyRoute {
  readonly hosts: readonly HostPattern[];
  readonly proxy: StoredProxy;
}

/** Network that a request chooses, with its entries read and its proxies found. */
export interface ChosenNetwork {
  readonly setting: NetworkSetting;
  /** Only hosts that the browser may reach; undefined for all. */
  readonly allowed: readonly HostPattern[] | undefined;
  /** Hosts that it reaches directly; undefined for the default. */
  readonly privates: readonly HostPattern[] | undefined;
  readonly routes: readonly ProxyRoute[];
}

const rules = {
  allowed_hosts: { ports: false, addresses: "public", ownedSuffix: true },
  private_hosts: { ports: true, addresses: "private", ownedSuffix: true },
  proxy_routes: { ports: false, addresses: undefined, ownedSuffix: false },
} as const satisfies Record<keyof NetworkRequest, PatternRules>;

const PRIVATE_OVERLAP = "is also in network.private_hosts, whose hosts are reached directly";

/**
 * Network of a request; undefined where it chooses none. Throws a {@link ResourceError} `invalid` with the problems of all
 * entries, for an unknown proxy, and for a name that several proxies have.
 */
export function chosenNetwork(
  proxies: Proxies,
  projectId: ProjectId,
  network: NetworkRequest | undefined,
): ChosenNetwork | undefined {
  const { allowed_hosts, private_hosts, proxy_routes } = network ?? {};
  if (!allowed_hosts && !private_hosts && !proxy_routes?.length) return undefined;
  const problems: InputProblem[] = [];
  const read = (field: keyof typeof rules, path: string, entries: readonly string[]) =>
    readEntries(entries, path, rules[field], problems);
  const allowed = allowed_hosts && read("allowed_hosts", "network.allowed_hosts", allowed_hosts);
  const privates = private_hosts && read("private_hosts", "network.private_hosts", private_hosts);
  const routes = (proxy_routes ?? []).map((route, at) => ({
    route,
    path: `network.proxy_routes[${at}]`,
    hosts: read("proxy_routes", `network.proxy_routes[${at}].hosts`, route.hosts),
  }));
  const taken = new Map<string, string>();
  for (const { path, hosts } of routes) {
    for (const { pattern, path: entry } of hosts) {
      const other = taken.get(pattern.text);
      if (other !== undefined) {
        const message = `is also in ${other}; a host is in one route only`;
        problems.push({ path: entry, message: `${JSON.stringify(pattern.text)} ${message}` });
      }
    }
    for (const { pattern } of hosts) taken.set(pattern.text, path);
  }
  for (const { pattern, path } of [...(allowed ?? []), ...routes.flatMap(({ hosts }) => hosts)]) {
    if (!privates?.some((each) => overlap(each.pattern, pattern))) continue;
    problems.push({ path, message: `${JSON.stringify(pattern.text)} ${PRIVATE_OVERLAP}` });
  }
  if (problems.length > 0) throw ResourceError.invalid(problems);
  const found = routes.map(({ route, path, hosts }) => ({
    hosts: hosts.map(({ pattern }) => pattern),
    proxy: proxyOf(proxies, projectId, route, path),
  }));
  return {
    setting: {
      ...(allowed && { allowed_hosts: textsOf(allowed) }),
      ...(privates && { private_hosts: textsOf(privates) }),
      ...(found.length > 0 && {
        proxy_routes: found.map(({ hosts, proxy }) => ({
          hosts: hosts.map(({ text }) => text),
          proxy: { id: proxy.id },
        })),
      }),
    },
    allowed: allowed?.map(({ pattern }) => pattern),
    privates: privates?.map(({ pattern }) => pattern),
    routes: found,
  };
}

/**
 * Network after a change of `allowed_hosts`, of which null removes the list for good. Throws a {@link ResourceError}
 * `invalid` for a list of a session that was created without one, and for invalid entries (contract 2.2).
 */
export function changedNetwork(
  before: ChosenNetwork | undefined,
  given: readonly string[] | null | undefined,
): ChosenNetwork | undefined {
  if (given === undefined) return before;
  if (!before?.allowed) {
    if (given === null) return before;
    const message = "cannot be added: this session has no allowed hosts; create one with them";
    throw ResourceError.invalid([{ path: "network.allowed_hosts", message }]);
  }
  const { allowed_hosts: _, ...others } = before.setting;
  if (given === null) return { ...before, setting: others, allowed: undefined };
  const problems: InputProblem[] = [];
  const allowed = readEntries(given, "network.allowed_hosts", rules.allowed_hosts, problems);
  for (const { pattern, path } of allowed) {
    if (!before.privates?.some((each) => overlap(each, pattern))) continue;
    problems.push({ path, message: `${JSON.stringify(pattern.text)} ${PRIVATE_OVERLAP}` });
  }
  if (problems.length > 0) throw ResourceError.invalid(problems);
  const setting = { ...others, allowed_hosts: textsOf(allowed) };
  return { ...before, setting, allowed: allowed.map(({ pattern }) => pattern) };
}

/** Throws a {@link ResourceError} `invalid` for a start page that the browser may not reach. */
export function checkStartPage(network: ChosenNetwork | undefined, address: string | undefined): void {
  if (!network?.allowed || !address) return;
  const url = URL.parse(address) ?? URL.parse(`https://${address}`);
  if (!url || !/^https?:$/.test(url.protocol)) return;
  const host = socketHost(url).replace(/\.$/, "");
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if ([...network.allowed, ...(network.privates ?? [])].some((each) => each.matches(host, port))) return;
  const message = `${JSON.stringify(host)} is not among network.allowed_hosts`;
  throw ResourceError.invalid([{ path: "start_url", message }]);
}

interface ReadEntry {
  readonly pattern: HostPattern;
  readonly path: string;
}

/** Patterns of entries, each once; the problems of others are added. */
function readEntries(
  entries: readonly string[],
  path: string,
  of: PatternRules,
  problems: InputProblem[],
): readonly ReadEntry[] {
  const found = new Map<string, ReadEntry>();
  for (const [at, entry] of entries.entries()) {
    const read = readHostPattern(entry, of);
    if ("problem" in read) problems.push({ path: `${path}[${at}]`, message: read.problem });
    else if (!found.has(read.pattern.text))
      found.set(read.pattern.text, { pattern: read.pattern, path: `${path}[${at}]` });
  }
  return [...found.values()];
}

function textsOf(entries: readonly ReadEntry[]): string[] {
  return entries.map(({ pattern }) => pattern.text);
}

function proxyOf(
  proxies: Proxies,
  projectId: ProjectId,
  { proxy: reference }: RouteRequest,
  path: string,
): StoredProxy {
  try {
    const chosen = chosenProxy(proxies, projectId, { proxy: reference });
    if (chosen?.proxy) return chosen.proxy;
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    throw ResourceError.invalid((error.problems ?? []).map((each) => ({ ...each, path: `${path}.${each.path}` })));
  }
  throw ResourceError.invalid([{ path: `${path}.proxy`, message: "must name a stored proxy" }]);
}
