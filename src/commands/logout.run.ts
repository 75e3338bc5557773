import type { BodyOf, Run } from "../cli/declare/body.ts";
import { partialFailure } from "../cli/output/partial-failure.ts";
import { commandLine } from "../core/command-line.ts";
import { CliError, usageError } from "../core/errors.ts";
import { type ContextEntry, contextEntry } from "../settings/model.ts";
import { unknownContext } from "../settings/require-service.ts";
import { type DropFailures, dropTokens } from "../settings/tokens/drop-tokens.ts";
import { storeWords } from "../settings/tokens/token-store.ts";
import type { logout } from "./logout.ts";

type LogoutBody = BodyOf<typeof logout>;

/** Removes the token of one context, or of all; the contexts themselves stay. */
export const run: Run<typeof logout> = async (body) => {
  const { done, env, flags, settings: own, signal, warn } = body;
  const { paths, settings } = own;
  const names = flags.allContexts ? hostedNames(body) : [chosenName(body)];
  const entries = new Map(names.map((name) => [name, contextEntry(settings, name)]));
  const options = { paths, env, signal, warn, forget: flags.forget === true };
  for (const [name, entry] of entries) if (entry?.oauth) await revoke(body, name, entry);
  const { failures } = await dropTokens(names, settings, options);
  noteTokensElsewhere(body, entries);
  if (failures.size > 0) throw failureOf(names, failures);
  const had = names.filter((name) => hasToken(entries.get(name)));
  if (flags.allContexts) {
    const value = names.map((name) => ({ context: name, removed: had.includes(name) }));
    return done(had.length === 0 ? "No context has a token." : `Removed the tokens of ${had.join(", ")}.`, value);
  }
  const [name = ""] = names;
  const removed = had.length > 0;
  return done(removed ? `Removed the token of context "${name}".` : `Context "${name}" has no token.`, {
    context: name,
    removed,
  });
};

/** Ends the login at its authorization server; the token is removed from this machine in any case. */
async function revoke({ env, flags, signal, warn }: LogoutBody, name: string, entry: ContextEntry): Promise<void> {
  if (flags.forget) return;
  try {
    const { revokeGrant } = await import("../oauth/refresh.ts");
    await revokeGrant(entry, { env, signal });
  } catch (error) {
    if (signal.aborted || !(error instanceof CliError)) throw error;
    warn(`the login of context "${name}" is still valid at its server: ${error.message}`);
  }
}

function hostedNames({ settings: { resolved, settings } }: LogoutBody): string[] {
  if (resolved.context.source === "flag") {
    throw usageError([{ path: "--context", message: "contradicts --all-contexts; leave one of them out" }]);
  }
  return Object.entries(settings.contexts).flatMap(([name, { kind }]) => (kind === "hosted" ? [name] : []));
}

function chosenName({ settings: { resolved, settings } }: LogoutBody): string {
  const name = resolved.context.value;
  if (name === undefined) {
    throw new CliError("usage", "no context is chosen", { hint: "browserctl logout --context NAME" });
  }
  const unknown = unknownContext(resolved);
  if (unknown) throw unknown;
  if (contextEntry(settings, name)?.kind === "local") {
    throw new CliError("usage", `"${name}" is the service on this machine; it keeps its own token`, {
      hint: "browserctl local reset",
    });
  }
  return name;
}

function hasToken(entry: ContextEntry | undefined): boolean {
  return entry?.token !== undefined || entry?.token_store !== undefined;
}

/** Names the places that a logout does not reach. */
function noteTokensElsewhere(
  { env, note, warn }: LogoutBody,
  entries: ReadonlyMap<string, ContextEntry | undefined>,
): void {
  for (const [name, entry] of entries) {
    const store = entry?.token_store;
    if (store?.kind === "command") note(`note: ${storeWords(store)} still gives the token of context "${name}"`);
    if (store?.kind === "env" && env[store.variable]) warn(`${store.variable} is still set`);
  }
  for (const variable of overridingVariables(env)) warn(`${variable} is still set`);
}

function failureOf(names: readonly string[], failures: DropFailures): CliError {
  if (names.length > 1) return partialFailure({ all: names, failures, noun: "token", done: "removed" });
  const [[name, error]] = [...failures] as [[string, CliError]];
  const hint = `unlock the keychain, or drop only the reference: ${commandLine`logout --context ${name} --forget`}`;
  return new CliError(error.exit, error.message, { ...error.options, hint, cause: error });
}

/** Set variables that override every stored token. */
function overridingVariables(env: LogoutBody["env"]): string[] {
  return ["BROWSERCTL_TOKEN", "BROWSERCTL_TOKEN_FILE"].filter((name) => env[name]);
}
