import type { Static } from "typebox";
import type { InputProblem } from "../../contract/problems.ts";
import type { SessionTelemetryRequest } from "../../contract/telemetry.ts";
import type { TelemetryCategory } from "../../contract/telemetry-categories.ts";

export type TelemetryInput = Static<typeof SessionTelemetryRequest>;
/** Captured telemetry of a session: every category, on or off. */
export interface ActiveTelemetry {
  readonly browser: Readonly<Record<TelemetryCategory, { readonly enabled: boolean }>> & {
    readonly control: { readonly cdp?: CdpSettings };
  };
}

/** Settings of the commands of CDP clients in the category `control`. */
type CdpSettings = NonNullable<NonNullable<NonNullable<TelemetryInput["browser"]>["control"]>["cdp"]>;

/** Resolved request: the configuration, null when nothing is captured, and the problems of the request. */
export interface ResolvedTelemetry {
  config: ActiveTelemetry | null;
  problems: InputProblem[];
}

/** Default of each category when telemetry is on (spec 2.3 rule 1). The type requires every category. */
const defaults: Record<TelemetryCategory, boolean> = {
  control: true,
  connection: true,
  system: true,
  captcha: true,
  console: false,
  network: false,
  page: false,
  interaction: false,
  screenshot: false,
  platform: false,
};

/**
 * Resolves the telemetry of a new session (spec 2.3 rules 1 to 3, 5, 6). An omitted request, null and `{}` capture
 * nothing (contract 2.2).
 */
export function telemetryOnCreate(request: TelemetryInput | null | undefined): ResolvedTelemetry {
  return resolve(request, null);
}

/**
 * Resolves the telemetry of a running session (spec 2.3 rules 4 to 6): `enabled: true` resets to the defaults,
 * categories without it are merged into the current selection. An omitted request, null and `{}` change nothing
 * (contract 2.2). assumed: `{"browser": {}}` alone selects the defaults.
 */
export function telemetryOnUpdate(
  current: ActiveTelemetry | null,
  request: TelemetryInput | null | undefined,
): ResolvedTelemetry {
  return resolve(request, current);
}

function resolve(request: TelemetryInput | null | undefined, current: ActiveTelemetry | null): ResolvedTelemetry {
  if (!request) return { config: current, problems: [] };
  const { enabled, browser } = request;
  const settings = Object.keys(browser ?? {}).length > 0;
  const problems: InputProblem[] = [];
  if (enabled === false && settings) {
    problems.push({
      path: "telemetry.enabled",
      message: "false cannot be combined with settings in telemetry.browser",
    });
  }
  // assumed: refused as by a hosted service, which stores every event that it captures.
  if (request.storage?.enabled === false) {
    problems.push({ path: "telemetry.storage.enabled", message: "must be true: captured events are always stored" });
  }
  const config = select(request, current, settings);
  problems.push(...exportProblems(request, config));
  return { config: problems.length > 0 ? current : config, problems };
}

function select(request: TelemetryInput, current: ActiveTelemetry | null, settings: boolean): ActiveTelemetry | null {
  const { enabled, browser } = request;
  if (enabled === false) return null;
  if (enabled === undefined && browser === undefined) return current;
  const base = enabled === undefined && settings ? current : null;
  const categories = {} as Record<TelemetryCategory, { enabled: boolean }>;
  for (const name of Object.keys(defaults) as TelemetryCategory[]) {
    const requested = browser?.[name]?.enabled;
    categories[name] = { enabled: requested ?? (base ? base.browser[name].enabled : defaults[name]) };
  }
  const any = Object.values(categories).some((category) => category.enabled);
  const cdp = browser?.control?.cdp ?? base?.browser.control.cdp;
  return any ? { browser: { ...categories, control: { ...categories.control, ...(cdp && { cdp }) } } } : null;
}

/**
 * Problems of `export` (contract 1.1): a destination implies enabled, export needs capture. There are no destinations
 * here, so every reference is unknown.
 */
function exportProblems(request: TelemetryInput, config: ActiveTelemetry | null): InputProblem[] {
  const otlp = request.export?.otlp;
  if (!otlp) return [];
  const path = "telemetry.export.otlp";
  const { destination } = otlp;
  if (destination && otlp.enabled === false) {
    return [{ path: `${path}.enabled`, message: "false cannot be combined with a destination" }];
  }
  if (!destination && otlp.enabled !== true) return [];
  if (!destination) return [{ path: `${path}.destination`, message: "is missing" }];
  if (!config) return [{ path, message: "needs telemetry to be captured" }];
  const [key, value] = Object.entries(destination)[0] ?? ["id", ""];
  return [
    {
      path: `${path}.destination.${key}`,
      message: `there is no telemetry destination with ${key} ${JSON.stringify(value)}`,
    },
  ];
}
