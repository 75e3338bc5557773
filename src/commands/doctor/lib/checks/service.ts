import { CliError } from "../../../../core/errors.ts";
import { contextEntry, type Settings } from "../../../../settings/model.ts";
import type { Service } from "../../../../settings/require-service.ts";
import { updateSettings } from "../../../../settings/write-settings.ts";
import { whoWords } from "../../../auth/lib/identity-words.ts";
import { withoutProject } from "../../../local/lib/local-context.ts";
import type { Facts } from "../facts.ts";
import { type Check, type Finding, failureOf, note, ok } from "../finding.ts";

/** Origin of a service's token in words, never the token: `token of BROWSERCTL_TOKEN`. */
function tokenPlaceOf({ tokenFrom }: Service): string {
  return tokenFrom === undefined ? "token" : `token from ${tokenFrom}`;
}

/** Time for the token store and the service together, in milliseconds; a keychain may ask for a password. */
const LIMIT_MS = 15_000;

/** The context, its token, and whether the service accepts it. */
export function serviceCheck(facts: Facts): Check {
  const { settings, target } = facts;
  return {
    area: "service",
    title: "token",
    id: "service.token",
    limitMs: LIMIT_MS,
    run: async (signal) => {
      const { resolved } = settings;
      if ("error" in target) return [withoutService(facts, target.error)];
      const { service } = target;
      const { contextName } = service;
      const place = contextName === undefined ? "no context" : `context "${contextName}"`;
      const chosen = ok("service.context", `${service.baseUrl}, ${place} (${resolved.base_url.from})`);
      return [chosen, ...(await tokenFindings(facts, signal))];
    },
  };
}

/** The error that commands end with before they send anything. An empty setup is not a failure. */
function withoutService({ settings: { settings, failures } }: Facts, error: CliError): Finding {
  const isNew = Object.keys(settings.contexts).length === 0 && failures.length === 0;
  if (isNew && error.code === "no_service") return note("service.context", error.message, error.options.hint);
  return failureOf("service.context", error);
}

/** Findings about the token, and about an unknown project. */
async function tokenFindings({ at, reached, settings, target }: Facts, signal: AbortSignal): Promise<Finding[]> {
  if ("error" in target) throw target.error;
  const { service } = target;
  const from = tokenPlaceOf(service);
  if (!(await reached.promise)) return [note("service.token", `${from}: not tried, the service did not answer`)];
  const accepted = async (as: Service): Promise<Finding> =>
    ok("service.token", `${from}: accepted, ${whoWords(await at(as, { signal }).call("auth.context"))}`);
  try {
    return [await accepted(service)];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    if (error.code === "project_not_found" && service.project !== undefined) {
      return [await accepted({ ...service, project: undefined }), projectFinding(error, service, settings, signal)];
    }
    const refused = error.options.httpStatus === 401;
    const finding = failureOf("service.token", error);
    return [
      {
        ...finding,
        found: refused ? `${from}: the service refuses the token` : `${from}: ${finding.found}`,
        fix: refused ? service.refusedHint : finding.fix,
      },
    ];
  }
}

/** Finding about a deleted project; if the context stores it, it can be removed there. */
function projectFinding(
  error: CliError,
  { contextName, project, projectFrom }: Service,
  { paths, resolved }: Facts["settings"],
  signal: AbortSignal,
): Finding {
  const refused = failureOf("service.project", error);
  const finding = { ...refused, found: `project "${project}", from ${projectFrom}: ${refused.found}` };
  if (contextName === undefined || resolved.project.source !== "file") return finding;
  const repair = async (): Promise<string> => {
    const change = (stored: Settings): Settings =>
      contextEntry(stored, contextName)?.project === project ? withoutProject(stored, contextName) : stored;
    await updateSettings(paths, change, { signal, warn: () => {} });
    return `context "${contextName}" works in the default project again`;
  };
  return { ...finding, fix: ["browserctl doctor --fix", finding.fix].join(", or: "), repair };
}
