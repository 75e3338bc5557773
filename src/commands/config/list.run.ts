import type { CommandRun } from "../../cli/spec.ts";

/** Everything that is stored, but for contexts. */
export const run: CommandRun = async ({ settings }) => ({ kind: "value", value: settings.values });
