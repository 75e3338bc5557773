import { readFileSync } from "node:fs";
import { didYouMean } from "../../cli/suggest.ts";
import { usageError } from "../../core/errors.ts";
import { packageFile } from "../../core/package-file.ts";

const files = {
  bash: "browserctl.bash",
  zsh: "_browserctl",
  fish: "browserctl.fish",
  powershell: "browserctl.ps1",
} as const;

/** Completion script of a shell, as the package has it. */
export function completionScript(shell: keyof typeof files): string {
  return readFileSync(packageFile("completions", files[shell]), "utf8");
}

/** The generated script of a shell; nothing is computed at run time. Exit 2 for a shell that has none. */
export function fixedText([shell = ""]: readonly string[]): string {
  if (Object.hasOwn(files, shell)) return completionScript(shell as keyof typeof files);
  const known = Object.keys(files);
  const message = `must be one of ${known.join(", ")}, not "${shell}"${didYouMean(shell, [...known, "install", "uninstall"])}`;
  throw usageError([{ path: "<shell>", message }]);
}
