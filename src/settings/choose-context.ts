import { dirname } from "node:path";
import { closest, distance } from "fastest-levenshtein";
import { type Candidate, type Candidates, type Resolved, strongest } from "./candidates.ts";
import { checks, contextEntry, type Settings } from "./model.ts";

export interface ContextQuestion {
  /** `--context`. */
  flag: string | undefined;
  cwd: string;
  settings: Settings;
  /** Accepts a name that has no entry yet. */
  allowUnknown: boolean;
}

/**
 * Name of the context: `--context`, `BROWSERCTL_CONTEXT`, the nearest directory at or above `cwd` that is bound to one,
 * then the current one. An unknown name is a problem, which names its origin and the nearest known name.
 */
export function chooseContext(candidates: Candidates, question: ContextQuestion): Resolved<string | undefined> {
  const { settings } = question;
  const context = strongest(
    [
      candidates.flag("--context", checks.contextName, question.flag),
      candidates.variable("BROWSERCTL_CONTEXT", checks.contextName),
      boundContext(candidates, question),
      candidates.entry("current", settings.current),
    ],
    "no context is chosen",
  );
  if (context.value !== undefined && !question.allowUnknown && contextEntry(settings, context.value) === undefined) {
    candidates.problems.push({ path: context.from, message: unknown(context.value, Object.keys(settings.contexts)) });
  }
  return context;
}

function boundContext(candidates: Candidates, { cwd, settings }: ContextQuestion): Candidate<string> {
  const directory = boundDirectory(cwd, settings);
  return candidates.entry(
    `directories["${directory}"]`,
    directory === undefined ? undefined : settings.directories[directory],
  );
}

/** The nearest directory at or above `cwd` that is bound to a context. */
export function boundDirectory(cwd: string, { directories }: Settings): string | undefined {
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
