import type { CommandRun } from "../../cli/spec.ts";
import { shownContext } from "./shown-context.ts";

/** Every context; `current` marks the one a command here would use. */
export const run: CommandRun = async (context) => ({
  kind: "value",
  value: Object.entries(context.settings.contexts).map(([name, entry]) => shownContext(context, name, entry)),
  columns: context.spec.columns,
});
