import { expect, test } from "vitest";
import { runHere } from "../../../support/cli/run-cli.ts";
import { session } from "../../../support/servers/api-server.ts";
import { eventServer, frame } from "../../../support/servers/event-server.ts";

const line = { event: "log", timestamp: "2026-03-01T09:30:01Z", message: "handshake failed" };
// The program in the machine leaves the kind out.
const bare = { timestamp: "2026-03-01T09:30:02Z", message: "retrying" };
const heartbeat = { event: "sse_heartbeat", timestamp: "2026-03-01T09:30:03Z" };

async function machine(ended: boolean) {
  return eventServer({
    events: [],
    path: "/browsers/shop/logs/stream",
    plays: [{ frames: [line, bare, heartbeat].map((each) => frame(JSON.stringify(each))).join(""), afterwards: "end" }],
    record: session("shop", ended ? { deleted_at: "2026-03-01T10:00:00Z" } : {}),
  });
}

const words = ["browsers", "logs", "tail", "shop", "--process", "chromium"];

test("logs tail prints the lines of a program until its session ends", async () => {
  const server = await machine(true);
  const { code, stdout } = await runHere(words, { env: server.env });
  expect([code, stdout]).toEqual([0, "handshake failed\nretrying\n"]);
  const timed = await runHere([...words, "--timestamps"], { env: (await machine(true)).env });
  expect(timed.stdout).toContain("2026-03-01T09:30:02Z retrying\n");
  const jsonl = await runHere([...words, "-o", "jsonl"], { env: (await machine(true)).env });
  expect(
    jsonl.stdout
      .trimEnd()
      .split("\n")
      .map((each) => JSON.parse(each)),
  ).toEqual([line, bare]);
});

test("logs tail ends with exit 9 when the log ends before the session, unless it does not follow", async () => {
  const early = await runHere(words, { env: (await machine(false)).env });
  expect([early.code, early.stdout]).toEqual([9, "handshake failed\nretrying\n"]);
  const once = await runHere([...words, "--no-follow"], { env: (await machine(false)).env });
  expect(once.code).toBe(0);
});

test.each([
  [["--path", "/var/log/x.log", "--no-follow"], "path=%2Fvar%2Flog%2Fx.log&follow=false&source=path"],
  [["--process", "chromium"], "supervisor_process=chromium&source=supervisor"],
])("logs tail sends the source of %s", async (flags, query) => {
  const { env } = await machine(true);
  const { stdout } = await runHere(["browsers", "logs", "tail", "shop", ...flags, "--dry-run"], { env });
  expect(stdout).toContain(`/browsers/shop/logs/stream?${query}`);
});

test.each([
  [[], "choose a log: add --path FILE or --process NAME"],
  [["--path", "/a", "--process", "b"], "--process: cannot be used together with --path"],
  [["--path", "a.log"], "absolute path"],
])("logs tail refuses %s", async (flags, message) => {
  const result = await runHere(["browsers", "logs", "tail", "shop", ...flags]);
  expect([result.code, result.stderr.includes(message)]).toEqual([2, true]);
});
