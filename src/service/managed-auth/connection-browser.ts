import type { OperationById } from "../../contract/index.ts";
import type { BodyOf } from "../../contract/operation.ts";
import type { InputProblem } from "../../contract/problems.ts";
import { chosenProxy } from "../proxies/chosen-proxy.ts";
import type { Proxies } from "../proxies/proxies.ts";
import { type ActiveTelemetry, telemetryOnCreate, telemetryOnUpdate } from "../sessions/telemetry.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { ConnectionBrowser } from "./auth-connection-table.ts";

/** Fields of a request that both creation and update have. */
export type SettingsBody = BodyOf<OperationById<"authConnections.update">>;

interface BrowserRequest {
  readonly proxies: Proxies;
  readonly projectId: ProjectId;
  readonly body: SettingsBody;
  /** Configuration to change; undefined for a new connection. */
  readonly current?: ConnectionBrowser | undefined;
}

/** Resolved configuration, and the problems of the request. */
export interface ReadBrowser {
  readonly browser: ConnectionBrowser;
  readonly problems: readonly InputProblem[];
}

/**
 * Merges the browser configuration of a request with the current one, member by member (spec 2.2). The deprecated
 * `proxy` and `browser_telemetry` set the members that replaced them; a request with both forms is a problem.
 */
export function readBrowser(request: BrowserRequest): ReadBrowser {
  const { body, current } = request;
  const problems: InputProblem[] = [];
  const twice = (old: "proxy" | "browser_telemetry", now: "proxy" | "telemetry"): void => {
    if (body[old] === undefined || body.browser?.[now] === undefined) return;
    problems.push({ path: old, message: `cannot be combined with browser.${now}, which replaces it` });
  };
  twice("proxy", "proxy");
  twice("browser_telemetry", "telemetry");
  const proxy = readProxy(request, problems) ?? current?.proxy;
  const telemetry = readTelemetry(request, problems);
  const stealth = body.browser?.stealth ?? current?.stealth ?? true;
  return { browser: { ...(proxy && { proxy }), stealth, telemetry }, problems };
}

function readProxy({ proxies, projectId, body }: BrowserRequest, problems: InputProblem[]): ConnectionBrowser["proxy"] {
  const given = body.browser?.proxy;
  if (given?.mode) return { mode: given.mode };
  try {
    const proxy = given ?? body.proxy;
    const chosen = proxy && chosenProxy(proxies, projectId, { proxy });
    return chosen?.proxy && { id: chosen.proxy.id };
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    problems.push(...under(given ? "browser." : "", error.problems));
    return undefined;
  }
}

/** assumed: null captures nothing from now on, because a session's `telemetry: null` captures nothing either. */
function readTelemetry({ body, current }: BrowserRequest, problems: InputProblem[]): ActiveTelemetry | null {
  const given = body.browser?.telemetry === undefined ? body.browser_telemetry : body.browser.telemetry;
  if (given === null) return null;
  const resolved = current ? telemetryOnUpdate(current.telemetry, given) : telemetryOnCreate(given);
  const path = body.browser?.telemetry === undefined ? "browser_telemetry" : "browser.telemetry";
  problems.push(...resolved.problems.map((each) => ({ ...each, path: each.path.replace(/^telemetry/, path) })));
  return resolved.config;
}

function under(prefix: string, problems: readonly InputProblem[]): InputProblem[] {
  return problems.map(({ path, message }) => ({ path: `${prefix}${path}`, message }));
}
