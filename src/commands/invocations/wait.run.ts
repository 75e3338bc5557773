import { preview } from "../../cli/call-and-render.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { followInvocation, invocationSubject, outcomeOf } from "./follow-invocation.ts";

/** Waits for the end of an invocation; its log is left out. */
export const run: CommandRun = async (context) => {
  const { request, spec } = context;
  const id = request.params["id"] ?? "";
  // Of the log nothing is wanted: states come whatever the time.
  const shown = await preview(context, { ...request, query: { since: "0s" } });
  if (shown) return shown;
  const record = await followInvocation(context, id, { take: () => {} }, { since: "0s" });
  if (!record) throw new Error("an invocation that is waited for has ended");
  outcomeOf(id, record, invocationSubject(id).hint);
  return { kind: "value", value: record, columns: spec.columns };
};
