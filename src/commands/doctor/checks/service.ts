import { CliError } from "../../../core/errors.ts";
import { whoWords } from "../../auth/identity-words.ts";
import type { Facts } from "../facts.ts";
import { type Check, type Finding, failureOf, note, ok } from "../finding.ts";
import { tokenPlaceOf } from "../token-words.ts";

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
      return [chosen, await tokenFinding(facts, signal)];
    },
  };
}

/** The error that commands end with before they send anything. Nothing set up yet is no failure. */
function withoutService({ settings: { settings, failures } }: Facts, error: CliError): Finding {
  const isNew = Object.keys(settings.contexts).length === 0 && failures.length === 0;
  if (isNew && error.code === "no_service") return note("service.context", error.message, error.options.hint);
  return failureOf("service.context", error);
}

async function tokenFinding({ at, reached, target }: Facts, signal: AbortSignal): Promise<Finding> {
  if ("error" in target) throw target.error;
  const { service } = target;
  const from = tokenPlaceOf(service);
  if (!(await reached.promise)) return note("service.token", `${from}: not tried, the service did not answer`);
  try {
    const identity = await at(service, { signal }).call("auth.context");
    return ok("service.token", `${from}: accepted, ${whoWords(identity)}`);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const refused = error.options.httpStatus === 401;
    const finding = failureOf("service.token", error);
    return {
      ...finding,
      found: refused ? `${from}: the service refuses the token` : `${from}: ${finding.found}`,
      fix: refused ? service.refusedHint : finding.fix,
    };
  }
}
