import type { InputProblem } from "../../contract/problems.ts";
import type { SessionSettings } from "../sessions/session-record.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { Proxies } from "./proxies.ts";
import type { StoredProxy } from "./proxy-table.ts";

type ProxyMode = NonNullable<NonNullable<SessionSettings["proxy"]>["mode"]>;

/** Fields of a request that choose a session's proxy (contract 2.2). */
export interface ProxyFields {
  readonly proxy?: { readonly mode?: ProxyMode; readonly id?: string; readonly name?: string };
  readonly proxy_id?: string | null;
  readonly disable_default_proxy?: boolean;
}

/** Choice of a request: a stored proxy, a mode without one, or neither, which removes the choice. */
export interface ChosenProxy {
  readonly proxy?: StoredProxy;
  readonly mode?: ProxyMode;
}

/**
 * Proxy that a request chooses; undefined when it chooses none. Throws a {@link ResourceError} `invalid` for fields
 * that exclude each other, for an unknown proxy, and for a name that several proxies have (spec 2.5).
 */
export function chosenProxy(proxies: Proxies, projectId: ProjectId, fields: ProxyFields): ChosenProxy | undefined {
  const { proxy: given, proxy_id, disable_default_proxy } = fields;
  const problems: InputProblem[] = [];
  for (const [path, value] of Object.entries({ proxy_id, disable_default_proxy })) {
    if (given && value !== undefined) problems.push({ path, message: "cannot be combined with proxy" });
  }
  if (problems.length > 0) throw ResourceError.invalid(problems);
  if (given?.mode !== undefined) return { mode: given.mode };
  if (given?.name !== undefined) return { proxy: theOneNamed(proxies, projectId, given.name) };
  if (!given && (proxy_id === null || proxy_id === "")) return {};
  const id = given?.id ?? proxy_id;
  if (id === undefined || id === null) return undefined;
  const proxy = proxies.byId(projectId, id);
  if (!proxy) throw unknownProxy(given ? "proxy.id" : "proxy_id", id);
  return { proxy };
}

/** Proxy in the settings of a session. */
export function proxySetting({ proxy, mode }: ChosenProxy = {}): Pick<SessionSettings, "proxy"> {
  if (proxy) return { proxy: { id: proxy.id, ...(proxy.name !== null && { name: proxy.name }) } };
  return mode === undefined ? {} : { proxy: { mode } };
}

function theOneNamed(proxies: Proxies, projectId: ProjectId, name: string): StoredProxy {
  const [proxy, other] = proxies.named(projectId, name);
  if (!proxy) throw unknownProxy("proxy.name", name);
  if (!other) return proxy;
  const message = `several proxies have the name ${JSON.stringify(name)}: use the id of one`;
  throw ResourceError.invalid([{ path: "proxy.name", message }]);
}

function unknownProxy(path: string, given: string) {
  return ResourceError.invalid([{ path, message: `there is no proxy ${JSON.stringify(given)}` }]);
}
