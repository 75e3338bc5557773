import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "../browser/chromium.ts";

export interface Desktop {
  readonly env: Record<string, string>;
  /** Arguments that the program was called with; empty before its first call. */
  opened(): string;
}

/** Environment with a program that stands in for the desktop's own, `xdg-open`, and ends with `exitCode`. */
export async function desktop({ exitCode = 0 } = {}): Promise<Desktop> {
  const directory = await temporaryDirectory();
  const file = join(directory, "opened");
  writeFileSync(file, "");
  writeFileSync(join(directory, "xdg-open"), `#!/bin/sh\nprintf '%s' "$*" > '${file}'\nexit ${exitCode}\n`);
  chmodSync(join(directory, "xdg-open"), 0o755);
  const env = { PATH: `${directory}:${process.env["PATH"]}`, DISPLAY: ":99", CI: "", SSH_CONNECTION: "" };
  return { env, opened: () => readFileSync(file, "utf8") };
}

/** Addresses that a service may name and that no browser may be told to open. */
export const hostileAddresses = [
  "file:///etc/passwd",
  "javascript:alert(1)",
  "smb://files.example.com/share",
  "--help",
  "-a Calculator",
  "/usr/bin/xcalc",
  "vscode://file/etc/passwd",
  " https://a.example/",
  "https://a.example/\u001b]0;title\u0007",
  "https:\n//a.example/",
  "https:a.example",
  "",
] as const;
