import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import { registrableDomain } from "../../core/public-suffix.ts";
import type { LoginFlowErrorKind } from "../login/flow/flow-error.ts";
import { type Proxies, proxyRecord } from "../proxies/proxies.ts";
import type { ProjectId } from "../store/project-id.ts";
import type { StoredConnection } from "./auth-connection-table.ts";
import type { AuthConnections } from "./auth-connections.ts";
import { VIEWPORT } from "./connection-sessions.ts";
import { homePage } from "./login-flows.ts";
import type { Timeline } from "./timeline.ts";
import type { StoredTimelineEntry } from "./timeline-table.ts";

type Lookup = ResultOf<OperationById<"configRegistry.lookup">>;
type Recommendation = Extract<Lookup["recommendation"], { type: "recommendation" }>;
type Summary = ResultOf<OperationById<"configRegistry.list">>[number];
type Scope = Recommendation["match_scope"];

/** Logins and health checks of a connection that count, the newest. */
const MAX_TRIALS = 100;
/** Auth connections of a project that count, the newest. */
const MAX_CONNECTIONS = 1_000;

type TrialOutcome = "accessed" | "blocked" | "inconclusive";

/** Outcome of a login that failed: without a page to log in to, or on a page that the website has shown. */
const outcomes: Readonly<Record<LoginFlowErrorKind, TrialOutcome>> = {
  browser_session_terminated: "inconclusive",
  credentials_invalid: "accessed",
  domain_not_allowed: "accessed",
  input_required: "accessed",
  login_failed: "inconclusive",
  login_page_unreachable: "blocked",
  no_login_form: "blocked",
  unsupported_auth_method: "accessed",
};

/** Trials of one website with one configuration of the browser. */
interface Configuration {
  readonly target: Lookup["target"];
  readonly browser: Recommendation["browser"];
  readonly proxy: Recommendation["proxy"];
  readonly trials: StoredTimelineEntry[];
}

export interface SiteKnowledgeNeeds {
  readonly authConnections: AuthConnections;
  readonly proxies: Proxies;
  readonly timeline: Timeline;
}

/**
 * Knowledge of a project about websites: with which browser and which proxy the logins and health checks of its auth
 * connections got there. Nothing is stored beside their timelines.
 */
export class SiteKnowledge {
  readonly #needs: SiteKnowledgeNeeds;

  constructor(needs: SiteKnowledgeNeeds) {
    this.#needs = needs;
  }

  /** Websites that were tried, each once. */
  list(projectId: ProjectId): Summary[] {
    const sites = Map.groupBy(this.#configurations(projectId), ({ target }) => target.normalized);
    return [...sites].map(([target, configurations]) => summaryOf(target, configurations));
  }

  /**
   * Configurations that have worked with a website, the best first: those tried at exactly this address, else those of
   * its host, else those of its domain.
   *
   * @param countries in which a proxy may be; a proxy of one's own names none, and so is left out
   */
  lookup(projectId: ProjectId, url: string, countries: readonly string[] | undefined): Lookup {
    const target = targetOf(url);
    const known = this.#configurations(projectId);
    const scopes: [Scope, (other: Lookup["target"]) => boolean][] = [
      ["exact", ({ normalized }) => normalized === target.normalized],
      ["host", ({ host }) => host === target.host],
      ["domain", ({ domain }) => domain === target.domain],
    ];
    for (const [scope, matches] of scopes) {
      const tried = known.filter((each) => matches(each.target));
      if (tried.length === 0) continue;
      const allowed = countries === undefined ? tried : tried.filter(({ proxy }) => proxy.mode === "direct");
      if (allowed.length === 0) return { target, recommendation: refusals.restricted };
      const working = workingOf(allowed, scope);
      const [best] = working;
      if (best) return { target, recommendation: best, working_configurations: working };
      const isBlocked = allowed.some(({ trials }) => countsOf(trials).blocked > 0);
      return { target, recommendation: isBlocked ? refusals.blocked : refusals.inconclusive };
    }
    return { target, recommendation: null };
  }

  #configurations(projectId: ProjectId): Configuration[] {
    const { authConnections, timeline } = this.#needs;
    const found = new Map<string, Configuration>();
    for (const connection of authConnections.list(projectId, { limit: MAX_CONNECTIONS }).items) {
      const proxy = this.#proxyOf(connection);
      const trials = timeline.list(connection, { limit: MAX_TRIALS }).items;
      if (!proxy || trials.length === 0) continue;
      const target = targetOf(connection.loginUrl ?? homePage(connection.domain));
      const browser = { gpu: false, headless: false, stealth: connection.browser.stealth, viewport: { ...VIEWPORT } };
      const key = JSON.stringify([target.normalized, browser, proxy]);
      const same = found.get(key);
      if (same) same.trials.push(...trials);
      else found.set(key, { target, browser, proxy, trials: [...trials] });
    }
    return [...found.values()];
  }

  /** Proxy of a connection without its secrets; undefined for one that was deleted. */
  #proxyOf({ projectId, browser }: StoredConnection): Recommendation["proxy"] | undefined {
    if (!browser.proxy || "mode" in browser.proxy) return { mode: "direct" };
    const proxy = this.#needs.proxies.byId(projectId, browser.proxy.id);
    if (!proxy) return undefined;
    const { config = {}, name, type } = proxyRecord(proxy);
    const { has_ca_bundle: _ca, has_password: _password, ...settings } = config;
    return { mode: "managed", create: { type, ...(name !== undefined && { name }), config: settings } };
  }
}

const refusals = {
  restricted: {
    type: "no_recommendation",
    code: "proxy_restricted",
    message: "only proxies of your own were tried with this website, and none names its country",
  },
  blocked: {
    type: "no_recommendation",
    code: "no_working_configuration",
    message: "no login or health check of an auth connection has got to this website",
  },
  inconclusive: {
    type: "no_recommendation",
    code: "inconclusive",
    message: "no login or health check of an auth connection has come to a result with this website",
  },
} as const;

function summaryOf(target: string, configurations: readonly Configuration[]): Summary {
  const trials = configurations.flatMap((each) => each.trials);
  const [latest] = trials.sort((a, b) => b.createdAt - a.createdAt);
  const [best = null] = workingOf(configurations, "exact");
  return {
    target,
    analysis_id: latest?.id ?? "",
    analysis_status: statusOf(latest),
    last_requested_at: timeText(latest?.createdAt ?? 0),
    recommendation: best,
    recommended_config_label: best && labelOf(best),
    success_rate: best === null ? null : best.evidence.success_rate,
  };
}

/** Configurations that got to the website at least once, the best first. */
function workingOf(configurations: readonly Configuration[], scope: Scope): Recommendation[] {
  return configurations
    .map((each) => recommendationOf(each, scope))
    .filter(({ evidence }) => evidence.accessed > 0)
    .sort((a, b) => b.evidence.success_rate - a.evidence.success_rate || b.evidence.accessed - a.evidence.accessed);
}

function recommendationOf({ target, browser, proxy, trials }: Configuration, scope: Scope): Recommendation {
  const counts = countsOf(trials);
  const sample = counts.accessed + counts.blocked;
  const verifiedAt = trials.filter((each) => outcomeOf(each) === "accessed").map(({ createdAt }) => createdAt);
  return {
    type: "recommendation",
    browser,
    proxy,
    match_scope: scope,
    matched_target: target.normalized,
    verification: scope === "exact" ? "verified" : "inferred",
    evidence: {
      ...counts,
      sample_size: sample,
      run_count: trials.length,
      success_rate: sample === 0 ? 0 : counts.accessed / sample,
      last_observed_at: timeText(Math.max(...trials.map(({ createdAt }) => createdAt))),
      last_verified_at: verifiedAt.length === 0 ? null : timeText(Math.max(...verifiedAt)),
    },
  };
}

function countsOf(trials: readonly StoredTimelineEntry[]): Record<TrialOutcome, number> {
  const counts = { accessed: 0, blocked: 0, inconclusive: 0 };
  for (const trial of trials) counts[outcomeOf(trial)] += 1;
  return counts;
}

/** A health check has read the website, whoever it found there. */
function outcomeOf({ errorCode, status, type }: StoredTimelineEntry): TrialOutcome {
  if (status === "SUCCESS" || type === "health_check") return "accessed";
  return outcomes[errorCode as LoginFlowErrorKind] ?? "inconclusive";
}

const states = { IN_PROGRESS: "running", FAILED: "failed", CANCELED: "canceled", EXPIRED: "expired" } as const;

function statusOf(entry: StoredTimelineEntry | undefined): Summary["analysis_status"] {
  return states[entry?.status as keyof typeof states] ?? "completed";
}

function labelOf({ browser, proxy }: Recommendation): string {
  const way = proxy.mode === "direct" ? "no proxy" : `${proxy.create.type} proxy`;
  return `${browser.stealth ? "stealth" : "usual browser"}, ${way}`;
}

function targetOf(address: string): Lookup["target"] {
  const { hostname, origin, pathname } = new URL(address);
  return { domain: registrableDomain(hostname), host: hostname, normalized: `${origin}${pathname}` };
}

function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
