import type { BodyOf } from "../../../cli/declare/body.ts";
import { localServiceOf } from "../../../cli/run/local-service.ts";
import { CliError } from "../../../core/errors.ts";
import type { Service } from "../../../settings/require-service.ts";
import type { doctor } from "../../doctor.ts";

export type DoctorBody = BodyOf<typeof doctor>;

/** Service that commands use, or the error that they end with before they send anything. */
export type Target = { readonly service: Service } | { readonly error: CliError };

/** Facts and tools that the checks share. */
export interface Facts extends Pick<DoctorBody, "at" | "cwd" | "env" | "settings"> {
  readonly target: Target;
  /** Base URL of that service, even if its token is missing; undefined if no service is chosen. */
  readonly baseUrl: string | undefined;
  /** True when commands use the local service, or nothing is set up. */
  readonly usesLocal: boolean;
  readonly stateDir: string;
  /** Current time in milliseconds. */
  now(): number;
  /** Registers a cleanup that runs before the process ends. */
  defer: DoctorBody["defer"];
  /** True when the service answered; resolved by the check of the network. */
  readonly reached: PromiseWithResolvers<boolean>;
}

/** Gathers the facts of a run. */
export function factsOf(body: DoctorBody): Facts {
  const { at, cwd, defer, env, flags, settings } = body;
  const { resolved } = settings;
  const target = targetOf(body);
  const local = "service" in target ? target.service.kind === "local" : resolved.base_url.value === undefined;
  return {
    at,
    cwd,
    env,
    settings,
    target,
    baseUrl: "service" in target ? target.service.baseUrl : flags.local ? undefined : resolved.base_url.value,
    usesLocal: flags.local === true || (local && resolved.kind !== "hosted"),
    stateDir: resolved.state_dir.value,
    now: () => body.now(),
    defer,
    reached: Promise.withResolvers<boolean>(),
  };
}

function targetOf({ flags, service, settings }: DoctorBody): Target {
  try {
    if (!flags.local) return { service: service() };
    return { service: localServiceOf({ resolved: settings.resolved, recorder: undefined }) };
  } catch (error) {
    if (error instanceof CliError) return { error };
    throw error;
  }
}
