import type { Run } from "../../cli/body.ts";
import type { contextList } from "./list.ts";
import { shownContext } from "./shown-context.ts";

/** Every context; `current` marks the one a command here would use. */
export const run: Run<typeof contextList> = async ({ settings, value }) =>
  value(Object.entries(settings.settings.contexts).map(([name, entry]) => shownContext(settings, name, entry)));
