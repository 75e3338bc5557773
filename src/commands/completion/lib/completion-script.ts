import { readFileSync } from "node:fs";
import { didYouMean } from "../../../cli/route/suggest.ts";
import { usageError } from "../../../core/errors.ts";
import { packageFile } from "../../../core/package-file.ts";
import type { Shell } from "./shells.ts";

const files: Readonly<Record<Shell, string>> = {
  bash: "browserctl.bash",
  zsh: "_browserctl",
  fish: "browserctl.fish",
  powershell: "browserctl.ps1",
};

/** Completion script of a shell, from the package. It calls the first browserctl in an absolute directory of PATH. */
export function completionScript(shell: Shell): string {
  return readFileSync(packageFile("completions", files[shell]), "utf8");
}

/** The generated script of a shell; nothing is computed at run time. Exit 2 for a shell without a script. */
export function fixedText([shell = ""]: readonly string[]): string {
  if (Object.hasOwn(files, shell)) return completionScript(shell as Shell);
  const known = Object.keys(files);
  const message = `must be one of ${known.join(", ")}, not "${shell}"${didYouMean(shell, [...known, "install", "uninstall"])}`;
  throw usageError([{ path: "<shell>", message }]);
}
