import { preview } from "../../cli/call-and-render.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { awaitEnd } from "../follow/follow-record.ts";
import { invocationSubject, requireSuccess } from "../follow/subject.ts";

/** Waits for the end of an invocation; its log is left out. */
export const run: CommandRun = async (context) => {
  const { request, spec } = context;
  const id = request.params["id"] ?? "";
  // Of the log nothing is wanted: states come whatever the time.
  const shown = await preview(context, { ...request, query: { since: "0s" } });
  if (shown) return shown;
  const subject = invocationSubject(id);
  const record = await awaitEnd(context, subject);
  requireSuccess(subject, record, subject.hint);
  return { kind: "value", value: record, columns: spec.columns };
};
