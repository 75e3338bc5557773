import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

test("a process that cannot have its streams is refused at once, and nothing else breaks", async () => {
  const file = join(import.meta.dirname, "../../../src/service/processes/spawn-process.ts");
  const script = `
    const { spawnProcess } = await import(${JSON.stringify(file)});
    const { openSync } = await import("node:fs");
    try { for (;;) openSync("/dev/null"); } catch {}
    try { spawnProcess("true", [], { stdio: ["ignore", "pipe", "pipe", "pipe"] }); } catch (error) { console.log(error.message); }
    setTimeout(() => console.log("goes on"), 10);`;
  const words = [process.execPath, "--input-type=module", "-e", script];
  const { stdout } = await run("sh", ["-c", 'ulimit -n 60; exec "$@"', "sh", ...words]);
  expect(stdout).toBe("the system has no free file descriptor: too many files are open (ulimit -n)\ngoes on\n");
});
