import type { Run } from "../../cli/declare/body.ts";
import type { configPath } from "./path.ts";

/** Locations of settings and state. */
export const run: Run<typeof configPath> = async ({ settings: { paths, resolved }, value }) =>
  value({ file: paths.file, config_dir: resolved.config_dir.value, state_dir: resolved.state_dir.value });
