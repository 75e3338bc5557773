import { readFileSync } from "node:fs";
import { didYouMean } from "../../cli/suggest.ts";
import { usageError } from "../../core/errors.ts";
import { packageFile } from "../../core/package-file.ts";

const files: Readonly<Record<string, string>> = {
  bash: "browserctl.bash",
  zsh: "_browserctl",
  fish: "browserctl.fish",
  powershell: "browserctl.ps1",
};

/** The generated script of a shell; nothing is computed at run time. Exit 2 for a shell that has none. */
export function fixedText([shell = ""]: readonly string[]): string {
  const file = Object.hasOwn(files, shell) ? files[shell] : undefined;
  if (file !== undefined) return readFileSync(packageFile("completions", file), "utf8");
  const known = Object.keys(files);
  const message = `must be one of ${known.join(", ")}, not "${shell}"${didYouMean(shell, known)}`;
  throw usageError([{ path: "<shell>", message }]);
}
