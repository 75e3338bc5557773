import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { PROOF_HEADER, PROOF_PATH } from "../../src/core/listener-proof.ts";
import { hasEnded } from "../../src/core/process-ended.ts";
import { processStart } from "../../src/core/process-start.ts";
import type { WrittenState } from "../../src/settings/local-state.ts";
import { alive, type LocalHome, type StartedHome, sharedHome } from "../support/cli/local-home.ts";
import { jsonError, startCli } from "../support/cli/run-cli.ts";
import { onLoopback } from "../support/servers/loopback.ts";
import { writtenState } from "../support/service/written-state.ts";
import { until } from "../support/until.ts";
import { appHome, begin } from "./support/app-home.ts";

const startedHome = sharedHome({ fakeBrowser: true });
let home: StartedHome;
let invocation: string;
beforeAll(async () => {
  home = await appHome(startedHome);
  invocation = await begin(home, "count", { to: 1_000_000, pause: 1 });
});

const stateOf = ({ stateDir }: LocalHome): WrittenState => writtenState(stateDir) ?? expect.fail("no state file");

async function killService(): Promise<WrittenState> {
  const state = stateOf(home);
  process.kill(state.pid, "SIGKILL");
  // A zombie has the port until its last thread has ended.
  await until(() => hasEnded(state.pid), { what: () => "the end of the service" });
  return state;
}

/** Program that takes the port of the dead service and answers every request; returns everything that it received. */
async function impostor(port: number): Promise<() => string> {
  let received = "";
  const server = createServer((socket) => {
    socket.on("data", (chunk) => {
      received += String(chunk);
      const body = "[]";
      const head = "content-type: application/json\r\nx-browserctl-local: 0.1.0\r\n";
      if (String(chunk).includes(PROOF_PATH))
        socket.write(`HTTP/1.1 204 No Content\r\n${PROOF_HEADER}: ${"0".repeat(64)}\r\n\r\n`);
      else socket.write(`HTTP/1.1 200 OK\r\n${head}content-length: ${body.length}\r\n\r\n${body}`);
    });
  });
  await onLoopback(server, { port });
  return () => received;
}

/** A process of the user that has nothing to do with the service. */
async function bystander(): Promise<number> {
  const child = spawn("sleep", ["1000"]);
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await once(child, "spawn");
  return child.pid ?? expect.fail("not started");
}

const commands = [
  ["browsers", "list"],
  ["__complete", "browsers", ""],
  ["local", "status"],
  ["local", "start", "-o", "env"],
  ["auth", "token"],
  ["auth", "status"],
  ["doctor", "--local"],
  ["browsers", "fs", "upload", "s1", "upload.txt", "--to", "/tmp"],
  ["browsers", "run", "--", "env"],
  ["invocations", "tail", "i1"],
  ["batch", "lines.jsonl"],
  ["api", "GET", "/browsers", "--debug"],
  ["local", "stop"],
];

/** True for a command that cannot succeed without the service. */
const needsService = ([noun = "", verb]: readonly string[]): boolean =>
  !["__complete", "doctor", "local"].includes(noun) && verb !== "status";

test("whoever has the port of a killed service gets no token from any command, and no process is ended for it", async () => {
  const tail = startCli(["invocations", "tail", invocation, "--since", "1s"], { home });
  await tail.shows("line ");
  const state = await killService();
  const received = await impostor(state.port);
  const end = await tail.done;
  expect(end.code, end.stderr).toBe(5);
  expect(end.stderr).toMatch(
    /did not come back within 12 s: .*\nhint: browserctl local start && browserctl invocations tail/,
  );
  writeFileSync(join(home.dir, "upload.txt"), "content");
  writeFileSync(join(home.dir, "lines.jsonl"), '{"argv":["browsers","list"]}\n');
  const pid = await bystander();
  // As if another process could not be told apart; as the service left it; and with a number that another process has by now.
  const changes = [{ pid, pid_start: processStart(pid) }, {}, { pid }];
  for (const [at, change] of changes.entries()) {
    // The others differ in how the process is judged, which all commands do in the same way.
    for (const words of at === 0 ? commands : commands.filter(([noun]) => noun === "local")) {
      writeFileSync(join(home.stateDir, "service.json"), JSON.stringify({ ...state, ...change }), { mode: 0o600 });
      const result = await home.cli(words);
      const shown = words.join(" ");
      if (needsService(words)) expect(result.code, shown).not.toBe(0);
      expect(result.stdout + result.stderr, shown).not.toContain(state.token);
      expect(received(), shown).not.toContain(state.token);
      expect(alive(pid), shown).toBe(true);
    }
  }
  expect(received()).toContain(PROOF_PATH);
  writeFileSync(join(home.stateDir, "service.json"), JSON.stringify({ ...state, pid, pid_start: processStart(pid) }));
  const list = await home.cli(["browsers", "list", "-o", "json"]);
  expect(list.code).toBe(5);
  expect(jsonError(list)).toMatchObject({ message: expect.stringContaining("another program listens there") });
  expect(received()).not.toMatch(/authorization/i);
});

test("after a crash the next start has a new token: an exported one is refused with advice, and the context works", async () => {
  if (writtenState(home.stateDir) !== undefined) await home.cli(["local", "stop"]);
  await home.json(["local", "start"]);
  const { base_url, token } = await killService();
  const restarted = await home.json<{ base_url: string }>(["local", "start"]);
  expect(restarted.base_url).toBe(base_url);
  expect(await home.json(["browsers", "list"])).toEqual([]);
  const env = { BROWSERCTL_BASE_URL: base_url, BROWSERCTL_TOKEN: token };
  const refused = await home.cli(["browsers", "list", "-o", "json"], { env });
  expect(refused.code).toBe(3);
  const { message, hint } = jsonError(refused);
  expect(message).toBe(
    "this token is of an earlier run of the local service, which was killed; a service that starts after that has a new one",
  );
  expect(hint).toContain("unset BROWSERCTL_TOKEN");
  await home.cli(["local", "stop"]);
  await home.json(["local", "start"]);
  expect(stateOf(home).token).not.toBe(token);
});
