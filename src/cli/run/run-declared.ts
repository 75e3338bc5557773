import type { ApiClient } from "../../client/call.ts";
import { abortLater } from "../../core/abort.ts";
import { CliError, usageError } from "../../core/errors.ts";
import type { CommandModule } from "../declare/body.ts";
import type { CommandContext } from "../declare/context.ts";
import type { CommandTypes } from "../declare/declaration.ts";
import type { Output } from "../declare/spec.ts";
import { callAndRender } from "./call-and-render.ts";
import { commandBody } from "./command-body.ts";
import { localServiceOf } from "./local-service.ts";
import { withRecordIds } from "./record-ids.ts";

/**
 * Runs a command with its modes, in this order: check, preview, local only, ids of names, question, client, function. A
 * command without a function makes the call of its operation.
 */
export async function runDeclared(typed: CommandContext): Promise<Output> {
  const context = withModes(typed);
  const { recorder, spec } = context;
  const module = (await spec.run?.()) as CommandModule<CommandTypes> | undefined;
  let made: Promise<ApiClient> | undefined;
  const client = (): Promise<ApiClient> => {
    made ??= context.client();
    return made;
  };
  const body = module && commandBody(context, client);
  const problems = (body && (await module.check?.(body))) ?? [];
  if (problems.length > 0) throw usageError(problems, `browserctl ${spec.words} --help`);
  if (!recorder) requireLocal(context);
  const known = await withRecordIds(context, client);
  if (!recorder) {
    const over = spec.question && (await (await import("./consent.ts")).askAbout(known, spec.question));
    if (over) return over;
  }
  if (!body || (recorder && previewsRequest(context))) return callAndRender(known, client);
  return module.run(known === context ? body : commandBody(known, client));
}

/** The context with the service and the signal that the modes ask for. */
function withModes(context: CommandContext): CommandContext {
  const { outlivesMs, service } = context.spec;
  if (outlivesMs === undefined && service === undefined) return context;
  const signal = outlivesMs === undefined ? context.lifetime.signal : abortLater(context.lifetime.signal, outlivesMs);
  const local = service === "local" ? { service: () => localServiceOf(context) } : {};
  const own = { ...context, ...local };
  return { ...own, client: (options = {}) => context.client({ signal, service: own.service(), ...options }) };
}

/**
 * Throws exit 2 where the context is for a hosted service, before the network. assumed: operations below `/_local/` exist in
 * the local service alone, because the API has nothing like them.
 */
function requireLocal({ operation, resolved, spec }: CommandContext): void {
  if (!operation?.localOnly || spec.hostedBy || spec.service === "local" || resolved.kind !== "hosted") return;
  throw new CliError("usage", `"${spec.words}" is for the local service only`, {
    code: "local_only",
    hint: spec.localOnlyHint ?? "browserctl context use local, or add --context local",
  });
}

function previewsRequest({ spec: { filled, preview }, operation }: CommandContext): boolean {
  if (preview !== undefined) return preview === "request";
  return operation !== undefined && !filled?.length;
}
