import type { ApiClient } from "../client/call.ts";
import { abortLater } from "../core/abort.ts";
import { usageError } from "../core/errors.ts";
import type { CommandModule } from "./body.ts";
import { callAndRender, requireLocal } from "./call-and-render.ts";
import { commandBody } from "./command-body.ts";
import type { CommandContext } from "./context.ts";
import type { CommandTypes, Modes } from "./declaration.ts";
import { localServiceOf } from "./local-service.ts";
import { withRecordIds } from "./record-ids.ts";
import type { CommandRun } from "./spec.ts";

/**
 * The function of a typed command with its modes around it, in this order: check, preview, local only, ids of names,
 * question, client, body.
 */
export function declaredRun(module: CommandModule<CommandTypes> | undefined, modes: Modes): CommandRun {
  return async (original) => {
    const context = withModes(original, modes);
    const { operation, recorder, spec } = context;
    if (!module) return callAndRender(context);
    let made: Promise<ApiClient> | undefined;
    const client = (): Promise<ApiClient> => {
      made ??= context.client();
      return made;
    };
    const body = commandBody(context, client);
    const problems = (await module.check?.(body)) ?? [];
    if (problems.length > 0) throw usageError(problems, `browserctl ${spec.words} --help`);
    if (recorder && previewsRequest(context, modes)) return callAndRender(context);
    if (!recorder && operation?.localOnly) requireLocal(context);
    const known = await withRecordIds(context, client);
    if (!recorder) {
      const over = spec.question && (await (await import("./consent.ts")).askAbout(known, spec.question));
      if (over) return over;
    }
    return module.run(known === context ? body : commandBody(known, client));
  };
}

/** The context with the service and the signal that the modes ask for. */
function withModes(context: CommandContext, { outlivesMs, service }: Modes): CommandContext {
  if (outlivesMs === undefined && service === undefined) return context;
  const signal = outlivesMs === undefined ? context.lifetime.signal : abortLater(context.lifetime.signal, outlivesMs);
  const local = service === "local" ? { service: () => localServiceOf(context) } : {};
  const own = { ...context, ...local };
  return { ...own, client: (options = {}) => context.client({ signal, service: own.service(), ...options }) };
}

function previewsRequest({ spec, operation }: CommandContext, { preview }: Modes): boolean {
  if (preview !== undefined) return preview === "request";
  return operation !== undefined && !spec.filled?.length;
}
