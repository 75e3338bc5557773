import { preview } from "../../cli/call-and-render.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { badAnswer } from "../../client/call.ts";

/** The browsers of an invocation as a list: the API wraps it. */
export const run: CommandRun = async (context) => {
  const shown = await preview(context);
  if (shown) return shown;
  const { operation, request, spec } = context;
  if (!operation) throw new Error("invocations browsers makes a call");
  const client = await context.client();
  const answer = (await client.call(operation, request)) as { browsers?: unknown } | undefined;
  if (!Array.isArray(answer?.browsers)) throw badAnswer("the service answered no list of browsers");
  return { kind: "value", value: answer.browsers, columns: spec.columns };
};
