import type { CommandRun } from "../../cli/spec.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import { keyValue, knownKey } from "./keys.ts";

/** Stores one value. */
export const run: CommandRun = async ({ args, paths, io, lifetime }) => {
  const key = knownKey(args[0] ?? "");
  const value = keyValue(key, args[1] ?? "");
  await updateSettings(paths, (stored) => ({ ...stored, values: { ...stored.values, [key]: value } }), {
    notice: (text) => io.note(text),
    signal: lifetime.signal,
  });
  return { kind: "done", sentence: `Set ${key} to ${value}.`, value: { [key]: value } };
};
