import type { Run } from "../../cli/declare/body.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import { keyValue, knownKey } from "./lib/keys.ts";
import type { configSet } from "./set.ts";

/** Stores one value. */
export const run: Run<typeof configSet> = async ({ args, done, warn, settings: { paths }, signal }) => {
  const key = knownKey(args.key);
  const value = keyValue(key, args.value);
  await updateSettings(paths, (stored) => ({ ...stored, values: { ...stored.values, [key]: value } }), {
    warn,
    signal,
  });
  return done(`Set ${key} to ${value}.`, { [key]: value });
};
