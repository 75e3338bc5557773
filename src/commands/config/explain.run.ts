import type { CommandRun } from "../../cli/spec.ts";
import type { Resolved } from "../../settings/candidates.ts";

const names = [
  "context",
  "base_url",
  "token",
  "project",
  "output",
  "timeout",
  "no_input",
  "config_dir",
  "state_dir",
] as const;

/** Each setting, its value, the place it came from, and what that place shadows. The token is never shown. */
export const run: CommandRun = async ({ resolved, spec }) => ({
  kind: "value",
  value: names.map((setting) => {
    const { value, source, from, shadowed } = resolved[setting] as Resolved<unknown>;
    return {
      setting,
      value: setting === "token" && value !== undefined ? "***" : shown(value),
      source,
      from,
      shadows: shadowed.map((each) => each.from),
    };
  }),
  columns: spec.columns,
});

function shown(value: unknown): unknown {
  return typeof value === "object" && value !== null && "text" in value ? value.text : (value ?? null);
}
