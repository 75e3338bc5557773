import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MAX_RUN_MS, type ProviderProgram, runProgram } from "../../../src/service/credential-providers/run-program.ts";
import { heldTimers } from "../../support/service/held-timers.ts";
import { until } from "../../support/until.ts";
import { programDirectory } from "./support/programs.ts";

const programs = programDirectory();
const signal = AbortSignal.timeout(600_000);

function program(name: string, script: string): ProviderProgram {
  return { name: "own", command: [programs.write(name, script)], env: process.env };
}

/** Program that starts a child and hangs, and a wait for the end of both. */
function hanging(name: string) {
  const pids = join(programs.path, `${name}.pids`);
  const hangs = program(name, `sleep 1000 & echo "$$ $!" > ${pids}.new; mv ${pids}.new ${pids}; wait`);
  const started = () => until(() => existsSync(pids), { what: "the start of the program" });
  const isGone = (pid: string): boolean =>
    !existsSync(`/proc/${pid}`) || / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  const ended = () =>
    until(() => readFileSync(pids, "utf8").trim().split(" ").every(isGone), { what: "the end of both" });
  return { hangs, started, ended };
}

test("a program that hangs is killed with its children after 30 seconds", async () => {
  const { hangs, started, ended } = hanging("hangs");
  const timers = heldTimers();
  const run = runProgram(hangs, ["list"], signal).catch((error: unknown) => error);
  await started();
  await timers.pass(MAX_RUN_MS);
  expect(await run).toMatchObject({
    kind: "failed",
    message: 'the program of the credential provider "own" did not finish within 30 seconds and was ended',
  });
  await ended();
});

test("a program that nobody waits for any more is killed with its children", async () => {
  const { hangs, started, ended } = hanging("left");
  const leave = new AbortController();
  const run = runProgram(hangs, ["list"], leave.signal).catch((error: unknown) => error);
  await started();
  leave.abort(new Error("nobody waits"));
  expect(await run).toMatchObject({ message: "nobody waits" });
  await ended();
});

test("a program gets no stdin and no terminal, and what it leaves running is killed", async () => {
  const left = join(programs.path, "left-behind");
  const script = `sleep 1000 > /dev/null & echo $! > ${left}; cat; (exec < /dev/tty) 2> /dev/null && echo terminal; echo "$@"`;
  expect(await runProgram(program("reads", script), ["get", "a b"], signal)).toBe("get a b\n");
  const pid = readFileSync(left, "utf8").trim();
  await until(() => !existsSync(`/proc/${pid}`) || / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")));
});

test("a program that prints more than 16 MiB is ended", async () => {
  await expect(runProgram(program("prints", "yes"), [], signal)).rejects.toThrow("printed more than 16 MiB");
});
