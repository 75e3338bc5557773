import { inContext, preview } from "../../cli/call-and-render.ts";
import { readThing } from "../../cli/consent.ts";
import type { CommandContext } from "../../cli/context.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { count } from "../../render/sentence.ts";
import { invocationSubject } from "../follow/subject.ts";
import { cancelInvocation, cancelledBody } from "./cancel-invocation.ts";

/** Cancels an invocation, as Ctrl-C does where it is followed. */
export const run: CommandRun = async (context) => {
  const shown = await preview(context, { ...context.request, body: cancelledBody });
  if (shown) return shown;
  const id = context.request.params["id"] ?? "";
  const over = context.globals.yes ? undefined : await ask(context, id);
  if (over) return over;
  const { record, browsers } = await cancelInvocation(context, await context.client(), id);
  if (browsers) throw browsers;
  return record ? { kind: "done", sentence: `Cancelled invocation ${id}.`, value: record } : ended(id);
};

/** Asks about an invocation that runs, or the browsers that one has left; gives what is said where neither is there. */
async function ask(context: CommandContext, id: string): Promise<Output | undefined> {
  const params = { id };
  const { status, app_name, action_name } = await readThing(context, "invocations.get", params);
  if (!invocationSubject(id).lastStates.includes(String(status))) {
    const action = [app_name, action_name].filter((each) => typeof each === "string").join(" ");
    await context.confirm(inContext(`Cancel invocation ${id}${action === "" ? "" : ` (${action})`}?`, context));
    return undefined;
  }
  const { browsers } = await readThing(context, "invocations.browsers", params);
  if (!Array.isArray(browsers) || browsers.length === 0) return ended(id);
  const text = `Invocation ${id} has already ended. End its ${count(browsers.length, "browser")}?`;
  await context.confirm(inContext(text, context));
  return undefined;
}

function ended(id: string): Output {
  return { kind: "done", sentence: `Invocation ${id} had ended already.`, value: { id, already_ended: true } };
}
