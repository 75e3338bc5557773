import { didYouMean } from "../../../cli/route/suggest.ts";
import { usageError } from "../../../core/errors.ts";
import type { ListedTool } from "./listed-tools.ts";
import { textsOf, wordsFor } from "./tool-words.ts";

/** Words of a command, and its standard input. */
export interface ToolLine {
  readonly args: readonly string[];
  readonly stdin?: string | undefined;
}

type Input = Readonly<Record<string, unknown>>;

/** Lines that a call of a tool runs, in order. Exit 2 for inputs that it does not have. */
export function linesOf({ tool, commands, schema }: ListedTool, input: Input): readonly ToolLine[] {
  const known = Object.keys(schema.properties);
  for (const name of Object.keys(input)) {
    if (known.includes(name)) continue;
    const message = `is unknown${didYouMean(name, known)}; ${tool.name} has ${known.join(", ")}`;
    throw usageError([{ path: name, message }]);
  }
  if (tool.lines) return tool.lines(input);
  const { action, ...inputs } = input;
  const actions = [...commands.keys()];
  const chosen = typeof tool.commands === "string" ? actions[0] : action;
  const command = commands.get(String(chosen));
  if (!command) {
    const problem = action === undefined ? "is missing: it is" : "must be";
    throw usageError([{ path: "action", message: `${problem} one of ${actions.join(", ")}` }]);
  }
  for (const name of Object.keys(inputs)) {
    if (command.places.some((place) => place.name === name)) continue;
    throw usageError([{ path: name, message: `is not for action ${String(action)}` }]);
  }
  const { stdin } = tool;
  const code = stdin === undefined ? undefined : inputs[stdin];
  if (stdin === undefined || code === undefined) return [{ args: wordsFor(command, inputs) }];
  return [{ args: wordsFor(command, { ...inputs, [stdin]: "-" }), stdin: textsOf(stdin, code).join("\n") }];
}
