import type { CommandRun } from "../../cli/spec.ts";
import { CliError } from "../../core/errors.ts";
import { knownKey } from "./keys.ts";

/** One stored value, alone. */
export const run: CommandRun = async ({ args, settings }) => {
  const key = knownKey(args[0] ?? "");
  const value = settings.values[key];
  if (value === undefined) {
    throw new CliError("not-found", `no value is stored for ${key}`, {
      code: "not_set",
      hint: `browserctl config set ${key} VALUE`,
    });
  }
  return { kind: "value", value };
};
