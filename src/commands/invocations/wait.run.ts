import type { Run } from "../../cli/declare/body.ts";
import { awaitEnd } from "../lib/follow/follow-record.ts";
import { invocationSubject, requireSuccess } from "../lib/follow/subject.ts";
import type { invocationsWait } from "./wait.ts";

/** Waits for the end of an invocation; its log is left out. */
export const run: Run<typeof invocationsWait> = async (body) => {
  const subject = invocationSubject(body.request.params.id);
  const record = await awaitEnd(body, subject);
  requireSuccess(subject, record, subject.hint);
  return body.value(record);
};
