import type { CommandRun } from "../../cli/spec.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import { knownKey } from "./keys.ts";

/** Removes one stored value; one that is not there is fine. */
export const run: CommandRun = async ({ args, settings, paths, io, lifetime }) => {
  const key = knownKey(args[0] ?? "");
  const had = settings.values[key] !== undefined;
  await updateSettings(
    paths,
    (stored) => {
      delete stored.values[key];
      return stored;
    },
    { notice: (text) => io.note(text), signal: lifetime.signal },
  );
  return { kind: "done", sentence: had ? `Removed ${key}.` : `${key} was not set.`, value: { key, removed: had } };
};
