import { badAnswer, readJson } from "../client/call.ts";
import { redactRecord } from "../client/redact.ts";
import { CliError } from "../core/errors.ts";
import type { CommandContext } from "./context.ts";
import { page } from "./pages.ts";
import { withRecordIds } from "./record-ids.ts";
import { fill } from "./sentences.ts";
import type { Output } from "./spec.ts";

/** Asks the question of a command, makes its call and renders the answer: all that most commands do. */
export async function callAndRender(typed: CommandContext): Promise<Output> {
  const { spec, operation, recorder } = typed;
  if (!operation) throw new Error(`command "${spec.words}" has neither an operation nor a function`);
  if (!recorder && operation.localOnly) requireLocal(typed);
  const context = await withRecordIds(typed, () => typed.client());
  const { request } = context;
  if (!recorder) {
    const over = spec.question && (await (await import("./consent.ts")).askAbout(context, spec.question));
    if (over) return over;
  }
  const client = await context.client();
  if (operation.paging) return record(await page(context, client, operation, request), context);
  const response = await client.send(client.request(operation, request));
  if (operation.response.kind === "empty") {
    await response.body?.cancel();
    return { kind: "done", sentence: fill(spec.done ?? "Done.", context), value: { ok: true, ...request.params } };
  }
  const value = await readJson(response);
  if (value === undefined) throw badAnswer("the service returned an empty response");
  if (operation.response.done) return outcome(value as { ok: boolean }, context);
  return record(value, context);
}

function record(value: unknown, { globals, spec }: CommandContext): Output {
  return { kind: "value", value: globals.showToken ? value : redactRecord(value), columns: spec.columns };
}

/**
 * Throws exit 2 where the context is for a hosted service, before the network. assumed: operations below `/_local/` exist in
 * the local service alone, because the API has nothing like them.
 */
export function requireLocal({ spec, resolved }: CommandContext): void {
  if (resolved.kind !== "hosted") return;
  throw new CliError("usage", `"${spec.words}" is for the local service only`, {
    code: "local_only",
    hint: spec.localOnlyHint ?? "browserctl context use local, or add --context local",
  });
}

function outcome(value: { ok: boolean }, context: CommandContext): Output {
  if (value.ok) return { kind: "done", sentence: fill(context.spec.done ?? "Done.", context), value };
  throw new CliError("outcome-failed", "the service reported that it was not done", { code: "not_ok" });
}
