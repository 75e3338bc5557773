import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type RunningCli, startCli, temporaryHome } from "../support/cli/run-cli.ts";

/** `context use` without a name at a real terminal, in a home with two services. */
async function choosing(): Promise<RunningCli> {
  const home = temporaryHome();
  mkdirSync(home.configDir);
  const hosted = (host: string) => ({ kind: "hosted", base_url: `https://${host}.example.com` });
  const contexts = { first: hosted("one"), second: hosted("two") };
  writeFileSync(
    join(home.configDir, "settings.json"),
    JSON.stringify({ version: 1, current: "first", contexts, directories: {}, values: {} }),
  );
  const command = startCli(["context", "use"], { home, tty: true });
  await command.shows("Use which context?");
  await command.shows("https://two.example.com");
  return command;
}

describe("context list", () => {
  test("the context list moves with the arrows and takes a context with Enter", async () => {
    const command = await choosing();
    command.write("\u001b[B");
    await command.shows("> second");
    command.write("\r");
    const { stdout, code } = await command.done;
    expect(stdout).toContain('Commands now use context "second".');
    expect(code).toBe(0);
  });

  test("the context list changes nothing and exits 11 after q", async () => {
    const command = await choosing();
    command.write("q");
    const { stdout, code } = await command.done;
    expect(stdout).toContain("nothing was changed");
    expect(code).toBe(11);
  });

  test("the context list exits 130 after Ctrl-C", async () => {
    const command = await choosing();
    command.write("\u0003");
    expect((await command.done).code).toBe(130);
  });
});
