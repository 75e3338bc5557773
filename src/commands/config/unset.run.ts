import type { Run } from "../../cli/declare/body.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import { knownKey } from "./lib/keys.ts";
import type { configUnset } from "./unset.ts";

/** Removes one stored value; succeeds when there is none. */
export const run: Run<typeof configUnset> = async ({ args, done, warn, settings: { paths, settings }, signal }) => {
  const key = knownKey(args.key);
  const had = settings.values[key] !== undefined;
  await updateSettings(
    paths,
    (stored) => {
      delete stored.values[key];
      return stored;
    },
    { warn, signal },
  );
  return done(had ? `Removed ${key}.` : `${key} was not set.`, { key, removed: had });
};
