import type { OperationById } from "../../contract/index.ts";
import type { BodyOf, ResultOf } from "../../contract/operation.ts";
import type { InputProblem } from "../../contract/problems.ts";
import { MAX_CA_BUNDLE_BYTES } from "../../contract/proxies.ts";
import type { Clock } from "../clock.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { Rows } from "../store/rows.ts";
import type { ListOptions, ListPage } from "../store/scoped-rows.ts";
import { Sealed } from "../store/seal.ts";
import type { Store } from "../store/store.ts";
import { checkProxy } from "./check-proxy.ts";
import { proxies, type StoredProxy } from "./proxy-table.ts";
import { readAuthorities } from "./trusted-authorities.ts";

export type ProxyRecord = ResultOf<OperationById<"proxies.get">>;
type CreateBody = BodyOf<OperationById<"proxies.create">>;

export interface ProxiesOptions {
  store: Store;
  clock: Clock;
}

/** Result of a check: the proxy with its state, and the reason if the proxy does not work. */
export interface CheckedProxy {
  readonly proxy: StoredProxy;
  readonly problem: string | undefined;
}

/** Proxies of the service, which are of type `custom`, with the user's own servers. */
export class Proxies {
  readonly #clock: Clock;
  readonly #rows: Rows<typeof proxies>;

  constructor({ store, clock }: ProxiesOptions) {
    this.#clock = clock;
    this.#rows = store.rows(proxies);
  }

  /** Stores a proxy. Throws a {@link ResourceError} `unsupported` for a managed type, `invalid` for its settings. */
  create(projectId: ProjectId, body: CreateBody): StoredProxy {
    if (body.type !== "custom") {
      throw new ResourceError("unsupported", `the local service does not support proxies of type ${body.type}`, {
        problems: [{ path: "type", message: `${body.type} proxies are servers of a hosted service; use custom` }],
      });
    }
    const { host, port, username, password, ca_bundle } = checkedSettings(body.config ?? {});
    return this.#rows.insert({
      projectId,
      name: body.name?.trim() ?? null,
      protocol: body.protocol ?? "http",
      host,
      port,
      username: username ?? null,
      password: password === undefined ? null : new Sealed(password),
      caBundle: ca_bundle ?? null,
      bypassHosts: body.bypass_hosts ?? null,
      createdAt: this.#clock.now(),
    });
  }

  list(projectId: ProjectId, options?: ListOptions<typeof proxies>): ListPage<typeof proxies> {
    return this.#rows.in(projectId).list(options);
  }

  /** The newest proxies with a name, at most two. */
  named(projectId: ProjectId, name: string): StoredProxy[] {
    return this.#rows.in(projectId).list({ where: { name }, limit: 2 }).items;
  }

  byId(projectId: ProjectId, id: string): StoredProxy | undefined {
    return this.#rows.in(projectId).byId(id);
  }

  /** Proxy with an id. Throws a {@link ResourceError} `not-found`. */
  require(projectId: ProjectId, id: string): StoredProxy {
    const proxy = this.byId(projectId, id);
    if (!proxy) throw ResourceError.notFound("proxy", id);
    return proxy;
  }

  /** Renames a proxy. Throws a {@link ResourceError} when it has been deleted. */
  rename(proxy: StoredProxy, name: string): StoredProxy {
    return this.#rows.change(proxy, { name: name.trim() });
  }

  delete(proxy: StoredProxy): void {
    this.#rows.delete(proxy);
  }

  /** Checks a proxy ({@link checkProxy}). The result is stored unless a URL is given (contract 2.10). */
  async check(proxy: StoredProxy, url: string | undefined, signal: AbortSignal): Promise<CheckedProxy> {
    const problem = await checkProxy(proxy, url, { signal });
    const state = {
      status: problem === undefined ? "available" : "unavailable",
      lastChecked: this.#clock.now(),
    } as const;
    if (url !== undefined) return { proxy: { ...proxy, ...state }, problem };
    return { proxy: this.#rows.change(proxy, state), problem };
  }
}

/** API record of a proxy, without its secrets (contract 2.10). */
export function proxyRecord(proxy: StoredProxy): ProxyRecord {
  const { name, username, bypassHosts, status, lastChecked } = proxy;
  return {
    id: proxy.id,
    type: "custom",
    ...(name !== null && { name }),
    protocol: proxy.protocol,
    config: {
      host: proxy.host,
      port: proxy.port,
      ...(username !== null && { username }),
      has_password: proxy.password !== null,
      has_ca_bundle: proxy.caBundle !== null,
    },
    ...(bypassHosts !== null && { bypass_hosts: [...bypassHosts] }),
    ...(status !== null && { status }),
    ...(lastChecked !== null && { last_checked: new Date(lastChecked).toISOString() }),
  };
}

const custom = ["host", "port", "username", "password", "ca_bundle"];

/** Settings of a custom proxy, checked beyond the schema. Throws a {@link ResourceError} with all problems. */
function checkedSettings(config: NonNullable<CreateBody["config"]>) {
  const problems: InputProblem[] = [];
  const { host, port, ca_bundle } = config;
  for (const name of ["host", "port"] as const) {
    if (config[name] === undefined) problems.push({ path: `config.${name}`, message: "is missing" });
  }
  if (host?.includes(":") && !URL.canParse(`http://[${host}]`)) {
    problems.push({
      path: "config.host",
      message: `must be a host name or an IP address, not ${JSON.stringify(host)}`,
    });
  }
  for (const name of Object.keys(config).filter((each) => !custom.includes(each))) {
    problems.push({ path: `config.${name}`, message: "is not for proxies of type custom" });
  }
  const bundleProblem = ca_bundle === undefined ? undefined : problemOfBundle(ca_bundle);
  if (bundleProblem) problems.push({ path: "config.ca_bundle", message: bundleProblem });
  if (host === undefined || port === undefined || problems.length > 0) throw ResourceError.invalid(problems);
  return { ...config, host, port };
}

function problemOfBundle(pem: string): string | undefined {
  if (Buffer.byteLength(pem) > MAX_CA_BUNDLE_BYTES) return `must have at most ${MAX_CA_BUNDLE_BYTES} bytes`;
  try {
    readAuthorities(pem);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
