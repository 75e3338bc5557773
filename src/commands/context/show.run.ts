import type { CommandRun } from "../../cli/spec.ts";
import { CliError } from "../../core/errors.ts";
import { knownContext, shownContext } from "./shown-context.ts";

/** One context; the one in use unless another is named. */
export const run: CommandRun = async (context) => {
  const name = context.args[0] ?? context.resolved.context.value;
  if (name === undefined) {
    throw new CliError("usage", "no context is chosen", {
      hint: "browserctl local start, or: browserctl login --base-url URL",
    });
  }
  return { kind: "value", value: shownContext(context, name, knownContext(context.settings, name)) };
};
