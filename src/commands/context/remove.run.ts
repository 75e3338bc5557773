import type { CommandRun } from "../../cli/spec.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import { knownContext } from "./shown-context.ts";

/** Removes a context with its token, and what pointed to it. */
export const run: CommandRun = async (context) => {
  const { args, settings, paths, io, lifetime } = context;
  const name = args[0] ?? "";
  const entry = knownContext(settings, name);
  const token = entry.token === undefined ? "" : " and its token";
  await context.confirm(`Remove context "${name}"${token}?`);
  const after = await updateSettings(
    paths,
    (stored) => {
      delete stored.contexts[name];
      if (stored.current === name) delete stored.current;
      stored.directories = Object.fromEntries(Object.entries(stored.directories).filter(([, used]) => used !== name));
      return stored;
    },
    { notice: (text) => io.note(text), signal: lifetime.signal },
  );
  if (settings.current === name && Object.keys(after.contexts).length > 0) io.note("next: browserctl context use NAME");
  return { kind: "done", sentence: `Removed context "${name}".`, value: { context: name, removed: true } };
};
