import type { CommandSpec, Effect } from "../../../cli/declare/spec.ts";
import { operationOf } from "../../../cli/input/match-operation.ts";
import type { ParsedWords } from "../../../cli/input/parse.ts";
import type { OperationId } from "../../../contract/index.ts";
import type { PlainSchema } from "../../../contract/plain.ts";
import { CliError } from "../../../core/errors.ts";
import type { Service } from "../../../settings/require-service.ts";
import { allowable } from "../../lib/allowable.ts";
import type { LineRunner } from "./run-line.ts";

/** Operations that change how the local service runs. */
export const serviceOperations: ReadonlySet<string> = new Set<OperationId>([
  "local.stop",
  "local.chaosSet",
  "local.chaosOff",
  "local.clockSet",
  "local.clockAdvance",
  "local.clockReset",
  "local.demoSite",
]);

/**
 * Operations whose answer contains a secret that the schema does not mark, because other operations share it: a
 * one-time code.
 */
const secretOperations: ReadonlySet<string> = new Set<OperationId>(["credentials.create", "credentials.update"]);

/** Flags by which any line can reveal the token of the batch, or send it elsewhere. */
const revealing: Readonly<Record<string, string>> = {
  "show-token": "shows secrets",
  "base-url": "sends the token to another place",
  "insecure-http": "may send the token unencrypted",
  context: "sends the token of another context, or the one of BROWSERCTL_TOKEN to another place",
};

const meanings: Readonly<Record<Effect, string>> = {
  secrets: "prints secrets",
  service: "changes how the local service runs",
  settings: "changes settings of this machine",
};

/** Exit 2 for a parsed line with an effect that the command which runs it does not allow. */
export async function requireAllowed(
  spec: CommandSpec,
  { args, flags }: Pick<ParsedWords, "args" | "flags">,
  batch: {
    readonly allowed: ReadonlySet<Effect>;
    /** Values of the batch for the flags of each line. */
    readonly own: Readonly<Record<string, string | true | undefined>>;
    readonly runner: LineRunner;
  },
): Promise<void> {
  const refuse = (effect: Effect, why: string): void => {
    if (!batch.allowed.has(effect)) throw notAllowed(effect, why, batch.runner);
  };
  const given = (flag: string): boolean => flags.has(flag) && flags.get(flag)?.at(-1) !== false;
  for (const [flag, does] of Object.entries(revealing)) {
    // Flags of the batch come before those of the line.
    const differs = flags.get(flag)?.some((value) => value !== false && value !== batch.own[flag]);
    // For a command that names a new context, the address is part of its input.
    if (differs && !(spec.newContext && flag !== "show-token")) refuse("secrets", `--${flag} ${does}`);
  }
  const { effects } = spec;
  if (effects === "request") for (const effect of await effectsOfCall(args)) refuse(effect, callMeanings[effect]);
  else if (typeof effects === "string") {
    if (effects !== "none") refuse(effects, `"${spec.words}" ${meanings[effects]}`);
  } else {
    for (const effect of allowable) {
      const when = effects[effect] ?? [];
      const flag = when === true ? undefined : when.find(given);
      if (when === true) refuse(effect, `"${spec.words}" ${meanings[effect]}`);
      else if (flag !== undefined) refuse(effect, `"${spec.words} --${flag}" ${meanings[effect]}`);
    }
  }
}

function notAllowed(effect: Effect, why: string, { code, line, words }: LineRunner): CliError {
  return new CliError("usage", `${line} needs --allow ${effect}: ${why}`, {
    code,
    hint: `where you trust the lines: browserctl ${words} --allow ${effect}`,
  });
}

/** Exit 2 for calls to a service other than that of the settings, where secrets are not allowed. */
export function requireAllowedService(
  { baseUrl, contextName }: Service,
  own: Service | undefined,
  { allowed, runner }: { readonly allowed: ReadonlySet<Effect>; readonly runner: LineRunner },
): void {
  if (allowed.has("secrets") || (own?.baseUrl === baseUrl && own.contextName === contextName)) return;
  throw notAllowed("secrets", `this asks ${baseUrl}, which is not the service in use`, runner);
}

const callMeanings: Readonly<Record<Effect, string>> = {
  secrets: "the answer of this call has secrets, or is not known",
  service: "this call changes how the local service runs",
  settings: "this call changes settings",
};

/**
 * Effects of the call with a method and a path. A path that the contract does not contain counts as having every effect
 * it could have.
 */
async function effectsOfCall([method = "", path = ""]: readonly string[]): Promise<readonly Effect[]> {
  const upper = method.toUpperCase();
  const plain = path.replace(/[?#].*$/s, "");
  const isPlain = !/[%\\]|(^|\/)\.{1,2}(\/|$)/.test(plain);
  const operation = isPlain ? await operationOf(upper === "HEAD" ? "GET" : upper, plain) : undefined;
  if (!operation) {
    const changes = upper !== "GET" && upper !== "HEAD" && (!isPlain || plain.startsWith("/_local/"));
    return changes ? ["secrets", "service"] : ["secrets"];
  }
  if (serviceOperations.has(operation.id)) return ["service"];
  const { response } = operation;
  const reveals = secretOperations.has(operation.id) || (response.kind === "json" && hasSecrets(response.schema));
  return reveals ? ["secrets"] : [];
}

/** True where a declaration marks a part of a value as secret. */
export function hasSecrets(schema: PlainSchema | undefined): boolean {
  if (schema === undefined) return false;
  return JSON.stringify(schema).includes('"x-secret":true');
}
