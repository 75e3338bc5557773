import { dirname } from "node:path";
import { closest, distance } from "fastest-levenshtein";
import { type Candidates, type Resolved, strongest } from "./candidates.ts";
import { type DirectoryFile, nearestFirst } from "./directory-choice.ts";
import { checks, contextEntry, type Settings } from "./model.ts";

export interface ContextQuestion {
  /** `--context`. */
  flag: string | undefined;
  cwd: string;
  settings: Settings;
  directoryFile: DirectoryFile | undefined;
  /** Accepts a name that has no entry yet. */
  allowUnknown: boolean;
}

/** The context in use, and the error text if it does not exist. */
export interface ChosenContext extends Resolved<string | undefined> {
  /** Set when the directory file names a context that the user does not have. */
  unknown?: string;
}

/**
 * Name of the context: `--context`, `BROWSERCTL_CONTEXT`, the nearest directory at or above `cwd` that the user has bound
 * to one or whose `.browserctl.json` names one, then the current one. An unknown name is a problem, which names its origin
 * and the nearest known name.
 *
 * assumed: an unknown name in a directory file is an error only for a command that needs the context. A colleague who has
 * just cloned the repository has to log in first, and a pipeline has an address and a token in its environment.
 */
export function chooseContext(candidates: Candidates, question: ContextQuestion): ChosenContext {
  const { cwd, directoryFile, settings } = question;
  const directory = nearestDirectory(cwd, settings.directories);
  const bound = candidates.entry(
    `directories["${directory}"]`,
    directory === undefined ? undefined : settings.directories[directory],
  );
  const context = strongest(
    [
      candidates.flag("--context", checks.contextName, question.flag),
      candidates.variable("BROWSERCTL_CONTEXT", checks.contextName),
      ...nearestFirst(directoryFile, { directory, context: bound }),
      candidates.entry("current", settings.current),
    ],
    "no context is chosen",
  );
  if (context.value !== undefined && !question.allowUnknown && contextEntry(settings, context.value) === undefined) {
    const message = unknown(context.value, Object.keys(settings.contexts));
    if (context.source === "directory") return { ...context, unknown: message };
    candidates.problems.push({ path: context.from, message });
  }
  return context;
}

/** The nearest directory at or above `cwd` that has an entry. */
export function nearestDirectory(cwd: string, directories: Readonly<Record<string, string>>): string | undefined {
  let directory = cwd;
  while (!Object.hasOwn(directories, directory) && dirname(directory) !== directory) directory = dirname(directory);
  return Object.hasOwn(directories, directory) ? directory : undefined;
}

function unknown(name: string, names: readonly string[]): string {
  const what = `there is no context "${name}"`;
  if (names.length === 0) return `${what}; there are none yet: browserctl login or browserctl local start adds one`;
  const near = closest(name, names);
  const likely = distance(name, near) <= Math.max(name.length, near.length) / 2;
  return likely ? `${what}; did you mean "${near}"?` : `${what}; browserctl context list shows them`;
}
