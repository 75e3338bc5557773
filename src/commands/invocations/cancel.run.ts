import type { BodyOf, Result, Run } from "../../cli/declare/body.ts";
import { count } from "../../render/sentence.ts";
import { isLast } from "../lib/follow/follow-record.ts";
import { invocationSubject } from "../lib/follow/subject.ts";
import type { invocationsCancel } from "./cancel.ts";
import { cancelInvocation } from "./lib/cancel-invocation.ts";

type Cancel = BodyOf<typeof invocationsCancel>;

/** Cancels an invocation, as Ctrl-C does while following it. */
export const run: Run<typeof invocationsCancel> = async (body) => {
  const { id } = body.request.params;
  const over = body.consented ? undefined : await ask(body, id);
  if (over) return over;
  const { record, browsers } = await cancelInvocation(body, id);
  if (browsers) throw browsers;
  return record ? body.done(`Cancelled invocation ${id}.`, record) : ended(body, id);
};

/**
 * Asks about a running invocation, or about the browsers that an ended one has left. Returns the result when there is
 * neither.
 */
async function ask(body: Cancel, id: string): Promise<Result | undefined> {
  const { call, confirm } = body;
  const params = { id };
  const invocation = await call("invocations.get", { params });
  if (!isLast(invocationSubject(id), invocation)) {
    const action = [invocation.app_name, invocation.action_name].filter((each) => typeof each === "string").join(" ");
    await confirm(`Cancel invocation ${id}${action === "" ? "" : ` (${action})`}?`);
    return undefined;
  }
  const { browsers } = await call("invocations.browsers", { params });
  if (browsers.length === 0) return ended(body, id);
  await confirm(`Invocation ${id} has already ended. End its ${count(browsers.length, "browser")}?`);
  return undefined;
}

function ended({ done }: Cancel, id: string): Result {
  return done(`Invocation ${id} has already ended.`, { id, already_ended: true });
}
