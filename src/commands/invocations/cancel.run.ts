import { inContext, preview } from "../../cli/call-and-render.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { cancelInvocation, cancelledBody } from "./cancel-invocation.ts";

/** Cancels an invocation, as Ctrl-C does where it is followed. */
export const run: CommandRun = async (context) => {
  const shown = await preview(context, { ...context.request, body: cancelledBody });
  if (shown) return shown;
  const id = context.request.params["id"] ?? "";
  await context.confirm(inContext(`Cancel invocation ${id}?`, context));
  const { record, browsers } = await cancelInvocation(context, await context.client(), id);
  if (browsers) throw browsers;
  return record
    ? { kind: "done", sentence: `Cancelled invocation ${id}.`, value: record }
    : { kind: "done", sentence: `Invocation ${id} had ended already.`, value: { id, already_ended: true } };
};
