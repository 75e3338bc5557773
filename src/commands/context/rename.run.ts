import type { Run } from "../../cli/declare/body.ts";
import { CliError, usageError } from "../../core/errors.ts";
import { checks, contextEntry } from "../../settings/model.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import { knownContext } from "./lib/shown-context.ts";
import type { contextRename } from "./rename.ts";

/** Renames a context; whatever pointed to it follows. */
export const run: Run<typeof contextRename> = async ({ args, done, warn, settings: { paths, settings }, signal }) => {
  const { name, newName } = args;
  knownContext(settings, name);
  const problem = checks.contextName(newName);
  if (problem !== undefined) throw usageError([{ path: "<new-name>", message: problem }]);
  await updateSettings(
    paths,
    (stored) => {
      const entry = knownContext(stored, name);
      if (contextEntry(stored, newName)) throw new CliError("usage", `there is a context "${newName}" already`);
      const follow = (used: string): string => (used === name ? newName : used);
      return {
        ...stored,
        ...(stored.current !== undefined && { current: follow(stored.current) }),
        contexts: Object.fromEntries(
          Object.entries(stored.contexts).map(([each, value]) => [follow(each), each === name ? entry : value]),
        ),
        directories: Object.fromEntries(
          Object.entries(stored.directories).map(([directory, used]) => [directory, follow(used)]),
        ),
      };
    },
    { warn, signal },
  );
  return done(`Renamed context "${name}" to "${newName}".`, { context: newName, renamed_from: name });
};
