import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { eventsOf, invoke, messages, reached } from "../../support/service/app.ts";
import {
  countedLines,
  deployCounting,
  expectAllToFollow,
  type OtherService,
  startOtherService,
  stateDirectory,
} from "../../support/service/rude-end.ts";
import { type ApiOptions, callApi, startService } from "../../support/service/service.ts";
import { serviceProgram } from "../../support/service/service-program.ts";
import { until } from "../../support/until.ts";
import { LogTail } from "./support/log-tail.ts";

beforeAll(() => ensureDebianPackage("bubblewrap", "bwrap"), 300_000);

test("kill -9 of the service again and again at any moment: no log is damaged and none is lost", async () => {
  const stateDir = await stateDirectory();
  const ids: string[] = [];
  for (let life = 0; ; life += 1) {
    const service = await startOtherService(stateDir);
    if (life === 0) await deployCounting(service);
    for (const id of ids) {
      const record = (await service.api("GET", `/invocations/${id}`)).body;
      expect(record.status).toBe("failed");
      const lines = messages(await eventsOf(service, `/invocations/${id}/events`));
      expect(lines).toEqual(countedLines(lines.length));
    }
    // The last run ends cleanly.
    if (life === 5) return;
    const { id } = await invoke(service, "count", { payload: { to: 1_000_000, every: 50 }, async: true });
    ids.push(id);
    const tail = new LogTail(service, id);
    await until(
      () => tail.events.length,
      (count) => count > life * 700,
    );
    service.child.kill("SIGKILL");
    await once(service.child, "exit");
  }
});

test("a hundred followers of one invocation all get all of it", async () => {
  const service = await startService();
  await deployCounting(service);
  await expectAllToFollow(service, 100, 5_000);
  await service.stop();
});

test("followers that stop reading cost no memory and hold nobody up", async () => {
  const service = await startOtherService(await stateDirectory());
  await deployCounting(service);
  const memory = async (): Promise<number> => (await service.api("GET", "/_local/status")).body.memory_bytes;
  const { id: warm } = await invoke(service, "flood", { payload: { megabytes: 16 }, async: true });
  await reached(service, warm, "succeeded");
  const start = await memory();
  const { id } = await invoke(service, "flood", { payload: { megabytes: 64 }, async: true });
  const stuck = await Promise.all(Array.from({ length: 20 }, () => stuckReader(service, id)));
  let peak = 0;
  await until(
    async () => {
      peak = Math.max(peak, await memory());
      return (await service.api("GET", `/invocations/${id}`)).body.status;
    },
    (status) => status === "succeeded",
    { boundMs: 60_000 },
  );
  expect(peak - start).toBeLessThan(40 * 2 ** 20);
  // Each of them can go on and gets the rest.
  const one = stuck[0] ?? expect.fail("no reader");
  const text = await finish(one);
  expect(text.match(/"event":"log"/g)?.length).toBe(64 * 1_024);
  expect(text).toContain('"status":"succeeded"');
  for (const socket of stuck) socket.destroy();
  await until(
    async () => (await service.api("GET", "/_local/status")).status,
    (status) => status === 200,
  );
});

/** A follower that sends its request and then reads nothing. */
async function stuckReader({ baseUrl, token }: OtherService, id: string): Promise<Socket> {
  const { port } = new URL(baseUrl);
  const socket = connect(Number(port), "127.0.0.1");
  socket.pause();
  await once(socket, "connect");
  socket.write(
    `GET /invocations/${id}/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
  );
  return socket;
}

async function finish(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
}

test("a disk that fills up: failed with that reason, the log whole up to there, and the service goes on", async () => {
  const stateDir = await stateDirectory();
  const port = await freePort();
  const script = await serviceProgram("serve-process");
  // A separate small disk, which ends with the process.
  const command = `mount -t tmpfs -o size=32m tmpfs "$1" && shift && exec "$@"`;
  const options = JSON.stringify({ stateDir, version: "0.1.0", port });
  const child = spawn(
    "unshare",
    ["--user", "--map-root-user", "--mount", "sh", "-c", command, "sh", stateDir, process.execPath, script, options],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  child.stderr?.on("data", (text) => (log += text));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  await until(
    () => (child.exitCode === null ? log : expect.fail(log)),
    (text) => text.includes("listens on"),
  );
  // The directory as the process sees it.
  const state = JSON.parse(readFileSync(`/proc/${child.pid}/root${stateDir}/service.json`, "utf8"));
  const baseUrl = `http://127.0.0.1:${port}`;
  const service = {
    baseUrl,
    token: state.token as string,
    api: (method: string, path: string, more?: ApiOptions) => callApi(baseUrl, state.token, method, path, more),
  };
  await deployCounting(service);
  const { id } = await invoke(service, "flood", { payload: { megabytes: 64 }, async: true });
  const record = await reached(service, id, "failed", "succeeded");
  expect(record).toMatchObject({
    status: "failed",
    status_reason: expect.stringMatching(/cannot be stored.*no space/),
  });
  const lines = messages(await eventsOf(service, `/invocations/${id}/events`));
  expect(lines.length).toBeGreaterThan(1_000);
  expect(lines.every((line) => line.length === 1_023)).toBe(true);
  expect((await service.api("GET", "/_local/status")).status).toBe(200);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
