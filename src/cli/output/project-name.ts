import { CliError } from "../../core/errors.ts";
import type { Api, CallOptions } from "../declare/body.ts";

/** Maximum time for the look-up when the caller gives none, in milliseconds. */
const LIMIT_MS = 2_000;

interface LookUp {
  readonly call: Api["call"];
  readonly signal: AbortSignal;
  readonly limitMs?: number | undefined;
}

/** True for a text with the form of an id, which may also be a name. */
export function looksLikeId(project: string): boolean {
  return /^[a-z][a-z0-9]{23}$/.test(project);
}

/**
 * Name of a project for a person, by its id. Asks the service, because a stored name would be wrong after a rename.
 * Undefined for a word that is not an id, and without an answer; callers then show the id.
 */
export async function projectName(project: string, { call, signal, limitMs }: LookUp): Promise<string | undefined> {
  if (!looksLikeId(project)) return undefined;
  return nameFor(
    signal,
    async (options) => (await call("projects.get", { params: { id_or_name: project } }, options)).name,
    limitMs,
  );
}

/** A name from a call, for a person. Undefined when the call fails or takes too long; callers then show the id. */
export async function nameFor(
  signal: AbortSignal,
  ask: (options: CallOptions) => Promise<string>,
  limitMs = LIMIT_MS,
): Promise<string | undefined> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    return await ask({ signal: AbortSignal.any([signal, limit]) });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CliError || limit.aborted) return undefined;
    throw error;
  }
}
