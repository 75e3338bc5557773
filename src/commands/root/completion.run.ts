import { readFile } from "node:fs/promises";
import type { CommandRun } from "../../cli/spec.ts";
import { didYouMean } from "../../cli/suggest.ts";
import { usageError } from "../../core/errors.ts";
import { packageFile } from "../../core/package-file.ts";

const files: Readonly<Record<string, string>> = {
  bash: "browserctl.bash",
  zsh: "_browserctl",
  fish: "browserctl.fish",
  powershell: "browserctl.ps1",
};

/** Prints a generated script; nothing is computed at run time. */
export const run: CommandRun = async ({ args }) => {
  const shell = args[0] ?? "";
  const file = Object.hasOwn(files, shell) ? files[shell] : undefined;
  if (file === undefined) {
    const known = Object.keys(files);
    throw usageError([
      { path: "<shell>", message: `must be one of ${known.join(", ")}, not "${shell}"${didYouMean(shell, known)}` },
    ]);
  }
  return { kind: "text", text: await readFile(packageFile("completions", file), "utf8") };
};
