import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { processesMarked, stillThere } from "./leftovers.ts";

test("finds a process by its environment and by its command line, until it has ended", async () => {
  const mark = randomUUID();
  const wait = ["-e", "process.stdout.write('up');process.stdin.on('end',()=>{}).resume()"];
  const byEnvironment = spawn(process.execPath, wait, { env: { MARK: `x${mark}y` }, stdio: "pipe" });
  const byCommand = spawn(process.execPath, [...wait, mark], { env: {}, stdio: "pipe" });
  const stranger = spawn(process.execPath, wait, { env: {}, stdio: "pipe" });
  const all = [byEnvironment, byCommand, stranger];
  onTestFinished(() => all.forEach((child) => void child.kill("SIGKILL")));
  await Promise.all(all.map((child) => once(child.stdout, "data")));

  const found = await processesMarked(mark);
  expect(found.map(({ pid }) => pid).sort()).toEqual([byEnvironment.pid, byCommand.pid].sort());
  expect(found.every(({ parent }) => parent === process.pid)).toBe(true);
  byEnvironment.stdin.end();
  await once(byEnvironment, "exit");
  expect((await stillThere(() => processesMarked(mark), 200)).map(({ pid }) => pid)).toEqual([byCommand.pid]);
  byCommand.stdin.end();
  expect(await stillThere(() => processesMarked(mark), 120_000)).toEqual([]);
});
