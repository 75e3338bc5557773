import { dirname, resolve } from "node:path";
import type { Run } from "../../cli/declare/body.ts";
import { commandLine } from "../../core/command-line.ts";
import { CliError } from "../../core/errors.ts";
import type { DirectoryFile } from "../../settings/directory-choice.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import type { contextUnbind } from "./unbind.ts";

/** Removes what `context use --here` has stored for a directory. */
export const run: Run<typeof contextUnbind> = async ({ args, cwd, done, warn, settings: own, signal }) => {
  const { paths, settings } = own;
  const directory = resolve(cwd, args.dir ?? ".");
  const name = Object.hasOwn(settings.directories, directory) ? settings.directories[directory] : undefined;
  if (name === undefined) throw notBound(directory, settings.directories, own.directoryFile);
  await updateSettings(
    paths,
    (stored) => {
      delete stored.directories[directory];
      return stored;
    },
    { warn, signal },
  );
  return done(`Commands in ${directory} no longer use context "${name}".`, { directory, context: name, removed: true });
};

/** Names a bound parent directory, if there is one, because its binding applies here too. */
function notBound(
  directory: string,
  bound: Readonly<Record<string, string>>,
  file: DirectoryFile | undefined,
): CliError {
  let above = dirname(directory);
  while (!Object.hasOwn(bound, above) && dirname(above) !== above) above = dirname(above);
  const hint = Object.hasOwn(bound, above) ? commandLine`context unbind ${above}` : undefined;
  const others = Object.keys(bound);
  const more = hint === undefined && others.length > 0 ? `; bound are ${others.join(", ")}` : "";
  const shared = file?.directory === directory ? `; ${file.path} chooses one: edit or delete it` : more;
  return new CliError("usage", `no context is bound to ${directory}${shared}`, { code: "not_bound", hint });
}
