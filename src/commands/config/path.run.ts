import type { CommandRun } from "../../cli/spec.ts";

/** Where things are. */
export const run: CommandRun = async ({ paths, resolved }) => ({
  kind: "value",
  value: { file: paths.file, config_dir: resolved.config_dir.value, state_dir: resolved.state_dir.value },
});
