import { readFile } from "node:fs/promises";
import { CliError } from "../../core/errors.ts";
import { completionScript } from "../root/completion-script.ts";
import { asBytes, type Change, type EditOptions, editFile } from "./edit-file.ts";
import { type Env, type Place, scriptOf } from "./places.ts";
import { type Shell, shells } from "./shells.ts";
import { withBlock, withoutBlock } from "./startup-block.ts";

/** Installed completion of a shell; `stale` where the script is not that of this version of the program. */
export interface InstalledCompletion {
  readonly shell: Shell;
  readonly path: string;
  readonly state: "current" | "stale";
}

/** The completion scripts that `completion install` has put below a home directory. */
export async function installedCompletions(env: Env, home: string): Promise<InstalledCompletion[]> {
  const found = await Promise.all(
    shells.map(async (shell): Promise<InstalledCompletion[]> => {
      const path = scriptOf(shell, env, home);
      const text = await readFile(path, "utf8").catch(() => undefined);
      if (text === undefined || !isOwn(text)) return [];
      return [{ shell, path, state: text === completionScript(shell) ? "current" : "stale" }];
    }),
  );
  return found.flat();
}

/** Writes the script of a shell, and the lines of the startup file that has to name it. */
export async function installCompletion(shell: Shell, place: Place, options: EditOptions): Promise<Change[]> {
  const script = asBytes(completionScript(shell));
  const { startup } = place;
  const put = (text: string | undefined): string => {
    if (text !== undefined) requireOwn(text, place.script);
    return script;
  };
  const written = await editFile(place.script, put, options);
  if (!startup?.needed) return [written];
  const lines = startup.lines.map(asBytes);
  const edit = (text: string | undefined): string =>
    withBlock({ text: editable(text, startup.path), lines, first: startup.first });
  try {
    return [written, await editFile(startup.path, edit, options)];
  } catch (error) {
    if (written.action === "created") await editFile(place.script, () => undefined, options);
    throw error;
  }
}

/** Removes what `installCompletion` has written; what others have written stays. */
export async function uninstallCompletion(place: Place, options: EditOptions): Promise<Change[]> {
  const { startup } = place;
  const changes: Change[] = [];
  if (startup) {
    const edit = (text: string | undefined): string | undefined => text && withoutBlock(text);
    changes.push(await editFile(startup.path, edit, options));
  }
  changes.push(await editFile(place.script, (text) => (text && isOwn(text) ? undefined : text), options));
  return changes;
}

/** True for a completion script of any version of this program. */
function isOwn(text: string): boolean {
  return /^# \w+ completion for browserctl\b/m.test(text.slice(0, 200));
}

function requireOwn(text: string, path: string): void {
  if (isOwn(text)) return;
  throw new CliError("local-file", `"${path}" is not a completion script of browserctl`, {
    code: "foreign_file",
    hint: "move it away, and install again",
  });
}

/** Content of a startup file. Exit 10 for UTF-16, which Windows PowerShell writes: lines in UTF-8 would break it. */
function editable(text: string | undefined, path: string): string | undefined {
  if (!text || !/^(\u00ff\u00fe|\u00fe\u00ff)/.test(text)) return text;
  throw new CliError("local-file", `cannot edit "${path}": it is in UTF-16`, { hint: "save it as UTF-8" });
}
