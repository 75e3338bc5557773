import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Parser } from "web-tree-sitter";
import { commands } from "../../src/generate/all-commands.ts";
import { powershellCompletion } from "../../src/generate/completions/powershell.ts";
import { completionScripts } from "../../src/generate/completions.ts";
import { powershellParser } from "../support/cli/powershell-syntax.ts";
import { hostile, strangeModel } from "./support/strange-commands.ts";

const pwsh = await findPwsh();

async function findPwsh(): Promise<boolean> {
  return await promisify(execFile)("pwsh", ["-NoProfile", "-Command", "exit 0"]).then(
    () => true,
    () => false,
  );
}

describe("PowerShell", () => {
  let powershell: Parser;
  beforeAll(async () => {
    powershell = await powershellParser();
  });

  /** Parses a script by an independent grammar, and gives its '...' strings. */
  function checkPowershell(text: string): string[] {
    const tree = powershell.parse(text);
    expect(tree?.rootNode.hasError).toBe(false);
    const strings = tree?.rootNode.descendantsOfType("verbatim_string_characters") ?? [];
    return strings.map((node) => node?.text.slice(1, -1).replace(/(['\u2018-\u201b])./g, "$1") ?? "");
  }

  const script = completionScripts().get("completions/browserctl.ps1") ?? "";

  const answers = async (): Promise<void> => {
    const directory = await mkdtemp(join(tmpdir(), "browserctl-completions-"));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const path = join(directory, "browserctl.ps1");
    await writeFile(path, script);
    const ask = async (line: string): Promise<string[]> => {
      const code = `. '${path}'; (TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`;
      const { stdout } = await promisify(execFile)("pwsh", ["-NoProfile", "-Command", code]);
      return stdout.split(/\r?\n/).filter(Boolean);
    };
    expect(await ask("browserctl browsers cu")).toEqual(["curl"]);
    expect(await ask("browserctl browsers list --status d")).toEqual(["deleted"]);
    expect(await ask("browserctl browsers create --headl")).toEqual(["--headless"]);
    expect(await ask("browserctl -o json completion z")).toEqual(["zsh"]);
  };
  if (pwsh) test("answers in PowerShell itself", answers);

  test(`has every command, flag and value, and parses by an independent grammar${pwsh ? "" : " (PowerShell itself was not run)"}`, () => {
    const strings = checkPowershell(script);
    const cells = strings.flatMap((row) => row.split("\t"));
    for (const { words } of commands) expect(cells).toContain(`browserctl ${words}`);
    for (const cell of ["--headless --no-headless", "--output -o", "words json jsonl yaml csv table env text"])
      expect(cells).toContain(cell);
    expect(strings).toContain("exit-codes");
    const strange = checkPowershell(powershellCompletion(strangeModel)).flatMap((row) => row.split("\t"));
    expect(strange).toContain(hostile);
  });
});
