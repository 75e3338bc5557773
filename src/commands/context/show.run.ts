import type { CommandRun } from "../../cli/spec.ts";
import { CliError } from "../../core/errors.ts";
import { knownContext, shownContext, storedToken } from "./shown-context.ts";

/** One context; the one in use unless another is named. */
export const run: CommandRun = async (context) => {
  const name = context.args[0] ?? context.resolved.context.value;
  if (name === undefined) {
    throw new CliError("usage", "no context is chosen", {
      hint: "browserctl local start, or: browserctl login --base-url URL",
    });
  }
  const entry = knownContext(context.settings, name);
  const shown = shownContext(context, name, entry);
  const token = context.globals.showToken ? storedToken(context, entry) : undefined;
  if (context.globals.output !== "env")
    return { kind: "value", value: { ...shown, ...(token !== undefined && { token }) } };
  // As variables it is what other commands and clients read; a state in words is none of them.
  const { base_url, project } = shown;
  return { kind: "value", value: { context: name, base_url, project, token } };
};
