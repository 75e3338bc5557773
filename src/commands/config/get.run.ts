import type { Run } from "../../cli/declare/body.ts";
import { commandLine } from "../../core/command-line.ts";
import { CliError } from "../../core/errors.ts";
import type { configGet } from "./get.ts";
import { knownKey } from "./lib/keys.ts";

/** Prints one stored value. */
export const run: Run<typeof configGet> = async ({ args, settings: { settings }, value }) => {
  const key = knownKey(args.key);
  const stored = settings.values[key];
  if (stored === undefined) {
    throw new CliError("not-found", `no value is stored for ${key}`, {
      code: "not_set",
      hint: commandLine`config set ${key} VALUE`,
    });
  }
  return value(stored);
};
