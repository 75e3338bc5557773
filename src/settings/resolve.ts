import { parseDuration } from "../core/duration.ts";
import { usageError } from "../core/errors.ts";
import type { LocalListener } from "../core/local-listener.ts";
import { Candidates, candidate, type Resolved, strongest } from "./candidates.ts";
import { type ChosenContext, chooseContext } from "./choose-context.ts";
import { type DirectoryFile, directoryEntry } from "./directory-choice.ts";
import { checks, type OutputFormat, type Settings } from "./model.ts";
import type { Env, SettingsPaths } from "./paths.ts";
import { type ResolvedService, resolveService } from "./resolve-service.ts";

export { requireService, type Service } from "./require-service.ts";

/** Time limit in milliseconds, and the text it was written as. */
export interface Duration {
  ms: number;
  text: string;
}

/** Resolved settings, named as in `config explain`. */
export interface ResolvedSettings extends ResolvedService {
  context: ChosenContext;
  output: Resolved<OutputFormat | undefined>;
  timeout: Resolved<Duration | undefined>;
  no_input: Resolved<boolean>;
  /** Command line of the pager. */
  pager: Resolved<string | undefined>;
  config_dir: Resolved<string>;
  /** Notices about values that were corrected. */
  notes: readonly string[];
  /** The `.browserctl.json` that applies in the working directory. */
  directory_file: Resolved<string | undefined>;
}

/** Global flags that override settings. There is none for a token. */
export interface SettingsFlags {
  context?: string | undefined;
  baseUrl?: string | undefined;
  project?: string | undefined;
  output?: string | undefined;
  timeout?: string | undefined;
  noInput?: boolean | undefined;
}

export interface ResolveInput {
  flags: SettingsFlags;
  env: Env;
  /** Absolute, without symbolic links, as `process.cwd()` gives it. */
  cwd: string;
  settings: Settings;
  paths: SettingsPaths;
  /** The `.browserctl.json` that applies in `cwd`. */
  directoryFile?: DirectoryFile | undefined;
  /** The local service that runs over a state directory, or undefined: `readLocalService`. */
  readLocal: (stateDir: string) => { base_url: string; listener: LocalListener } | undefined;
  /** Accepts the name of a context that does not exist yet: `login`, `context add`. */
  allowUnknownContext?: boolean | undefined;
}

/**
 * Resolves the settings of one command, with the origin of each: flag, environment, directory file, settings file, default,
 * the first that has a value. Only for the context may the user's own binding of a directory come before its file.
 * Problems with flags and variables are reported together (exit 2); exit 10 when `BROWSERCTL_TOKEN_FILE` or
 * the local service's state file cannot be read. An empty variable counts as not set. Source: design 3, Settings.
 */
export function resolveSettings(input: ResolveInput): ResolvedSettings {
  const { flags, env, cwd, settings, paths, directoryFile } = input;
  const candidates = new Candidates(env, paths.file);
  const context = chooseContext(candidates, {
    flag: flags.context,
    cwd,
    settings,
    directoryFile,
    allowUnknown: input.allowUnknownContext === true,
  });
  const service = resolveService(candidates, input, context);
  const output = strongest(
    [
      candidates.flag("--output", checks.output, flags.output),
      candidates.variable("BROWSERCTL_OUTPUT", checks.output),
      directoryEntry(directoryFile, "output", directoryFile?.output),
      candidates.entry("values.output", settings.values.output),
    ],
    "a table at a terminal, tab-separated text in a pipe",
  );
  const timeout = strongest(
    [
      candidates.flag("--timeout", checks.timeout, flags.timeout),
      candidates.variable("BROWSERCTL_TIMEOUT", checks.timeout),
      directoryEntry(directoryFile, "timeout", directoryFile?.timeout),
      candidates.entry("values.timeout", settings.values.timeout),
    ],
    "no limit",
  );
  const noInput = strongest(
    [
      candidate("flag", "--no-input", flags.noInput),
      candidate("environment", "BROWSERCTL_NO_INPUT", truth(candidates, env["BROWSERCTL_NO_INPUT"])),
      directoryEntry(directoryFile, "no_input", directoryFile?.noInput),
      candidates.entry("values.no_input", settings.values.no_input),
    ],
    "questions are asked at a terminal",
  );
  if (candidates.problems.length > 0) throw usageError(candidates.problems);
  const limit = timeout.value;
  return {
    ...service,
    context,
    output: output as Resolved<OutputFormat | undefined>,
    timeout: { ...timeout, value: limit === undefined ? undefined : { ms: parseDuration(limit), text: limit } },
    no_input: { ...noInput, value: noInput.value ?? false },
    pager: choosePager(env, settings.values.pager, paths.file),
    config_dir: { ...paths.origins.configDir, value: paths.configDir, shadowed: [] },
    notes: candidates.notes,
    directory_file: directoryFile
      ? {
          value: directoryFile.path,
          source: "directory",
          from: "the nearest one at or above the working directory",
          shadowed: [],
        }
      : { value: undefined, source: "default", from: "no .browserctl.json here or above", shadowed: [] },
  };
}

/** On: `1`, `true`. Off: `0`, `false`, and the empty text, which here differs from a missing variable. */
function truth(candidates: Candidates, text: string | undefined): boolean | undefined {
  const known = (value: unknown): string | undefined =>
    /^(?:1|true|0|false|)$/i.test(String(value)) ? undefined : `"${value}" must be 1, true, 0 or false`;
  const checked = candidates.check("BROWSERCTL_NO_INPUT", known, text);
  return checked === undefined ? undefined : /^(?:1|true)$/i.test(checked);
}

/**
 * Command line of the pager: from `BROWSERCTL_PAGER`, the settings file or `PAGER`; empty or `cat` for none, undefined
 * for the default.
 *
 * assumed: a directory file cannot set it, because a repository could then run a command.
 */
export function choosePager(env: Env, stored: string | undefined, file: string): Resolved<string | undefined> {
  return strongest(
    [
      candidate("environment", "BROWSERCTL_PAGER", env["BROWSERCTL_PAGER"]),
      candidate("file", `values.pager in ${file}`, stored),
      candidate("environment", "PAGER", env["PAGER"]),
    ],
    "less, where it is installed",
  );
}
