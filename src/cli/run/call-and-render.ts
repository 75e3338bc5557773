import { type ApiClient, badAnswer, readJson } from "../../client/call.ts";
import { redactRecord } from "../../client/redact.ts";
import { CliError } from "../../core/errors.ts";
import type { CommandContext } from "../declare/context.ts";
import type { Output } from "../declare/spec.ts";
import { page } from "./pages.ts";
import { fill } from "./sentences.ts";

/** Makes the call of a command and renders the answer; most commands need nothing else. */
export async function callAndRender(context: CommandContext, makeClient: () => Promise<ApiClient>): Promise<Output> {
  const { spec, operation, request } = context;
  if (!operation) throw new Error(`command "${spec.words}" has neither an operation nor a function`);
  const client = await makeClient();
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

function outcome(value: { ok: boolean }, context: CommandContext): Output {
  if (value.ok) return { kind: "done", sentence: fill(context.spec.done ?? "Done.", context), value };
  throw new CliError("outcome-failed", "the service reported that it was not done", { code: "not_ok" });
}
