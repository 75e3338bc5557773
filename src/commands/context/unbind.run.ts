import { dirname, resolve } from "node:path";
import type { CommandRun } from "../../cli/spec.ts";
import { CliError } from "../../core/errors.ts";
import { updateSettings } from "../../settings/write-settings.ts";

/** Removes what `context use --here` has stored for a directory. */
export const run: CommandRun = async ({ args, settings, paths, io, lifetime }) => {
  const directory = resolve(io.cwd, args[0] ?? ".");
  const name = Object.hasOwn(settings.directories, directory) ? settings.directories[directory] : undefined;
  if (name === undefined) throw notBound(directory, settings.directories);
  await updateSettings(
    paths,
    (stored) => {
      delete stored.directories[directory];
      return stored;
    },
    { notice: (text) => io.note(text), signal: lifetime.signal },
  );
  return {
    kind: "done",
    sentence: `Commands in ${directory} no longer use context "${name}".`,
    value: { directory, context: name, removed: true },
  };
};

/** Names the directory above that is bound, where there is one: its binding is in effect here too. */
function notBound(directory: string, bound: Readonly<Record<string, string>>): CliError {
  let above = dirname(directory);
  while (!Object.hasOwn(bound, above) && dirname(above) !== above) above = dirname(above);
  const hint = Object.hasOwn(bound, above) ? `browserctl context unbind ${above}` : undefined;
  const others = Object.keys(bound);
  const more = hint === undefined && others.length > 0 ? `; bound are ${others.join(", ")}` : "";
  return new CliError("usage", `no context is bound to ${directory}${more}`, { code: "not_bound", hint });
}
