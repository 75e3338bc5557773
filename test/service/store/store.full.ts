import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { tempDir } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

test("processes that open a new database at once take each step once", async () => {
  const stateDir = await tempDir();
  onTestFinished(() => rm(stateDir, { recursive: true }));
  const opening = Array.from({ length: 4 }, () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "open-store.ts"), stateDir]);
    onTestFinished(() => void child.kill("SIGKILL"));
    const said: string[] = [];
    for (const output of [child.stdout, child.stderr]) output.setEncoding("utf8").on("data", (text) => said.push(text));
    return { child, said, ended: once(child, "close") };
  });
  await until(
    () => opening.map(({ said }) => said.join("")),
    (said) => said.every((text) => text === "ready\n"),
  );
  for (const { child } of opening) child.stdin.end();
  for (const { said, ended } of opening) {
    await ended;
    expect(said.join("")).toBe("ready\nopened\n");
  }
});
