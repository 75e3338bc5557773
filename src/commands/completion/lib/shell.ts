import { execFile } from "node:child_process";
import { basename } from "node:path";
import { promisify } from "node:util";
import { didYouMean } from "../../../cli/route/suggest.ts";
import { usageError } from "../../../core/errors.ts";
import { type Shell, shells } from "./shells.ts";

/** Time limit of `ps`, in milliseconds. */
const MAX_PS_MS = 2_000;

/** The named shell, or else the one that runs the program. Exit 2 for an unknown shell, or if none is found. */
export async function chosenShell(
  word: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Shell> {
  if (word !== undefined) return knownShell(word);
  const found = shellOf(await parentProgram()) ?? shellOf(env["SHELL"] ?? "");
  if (found) return found;
  if (process.platform === "win32") return "powershell";
  const message = `cannot tell which shell you use; give one of ${shells.join(", ")}`;
  throw usageError([{ path: "<shell>", message, sentence: message }]);
}

function knownShell(word: string): Shell {
  const found = shells.find((shell) => shell === word) ?? (word === "pwsh" ? "powershell" : undefined);
  if (found) return found;
  const known = shells.join(", ");
  const message = `must be one of ${known}, not "${word}"${didYouMean(word, shells)}`;
  throw usageError([{ path: "<shell>", message }]);
}

/** Shell of a program such as `/usr/bin/zsh`, `-bash` (a login shell) or `pwsh.exe`. */
function shellOf(program: string): Shell | undefined {
  const name = basename(program.trim().replaceAll("\\", "/")).replace(/^-|\.exe$/g, "");
  if (name === "pwsh") return "powershell";
  return shells.find((shell) => shell === name);
}

async function parentProgram(): Promise<string> {
  if (process.platform === "win32") return "";
  const args = ["-o", "comm=", "-p", String(process.ppid)];
  return await promisify(execFile)("ps", args, { timeout: MAX_PS_MS }).then(
    ({ stdout }) => stdout,
    () => "",
  );
}
