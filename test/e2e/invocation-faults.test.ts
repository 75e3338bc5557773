import { expect, test } from "vitest";
import { alive, type StartedHome, sharedHome } from "../support/cli/local-home.ts";
import { startCli } from "../support/cli/run-cli.ts";
import { until } from "../support/until.ts";
import { appHome, begin, numbered } from "./support/app-home.ts";

const startedHome = sharedHome({ fakeBrowser: true });
let shared: Promise<StartedHome> | undefined;
/** The home of all tests, each with invocations of its own. */
function atHome(): Promise<StartedHome> {
  shared ??= appHome(startedHome);
  return shared;
}

const hostile = "\u001b]52;c;ZXZpbA==\u0007\u001b]0;title\u0007\u001b[10A\u001b[5;5Hmoved\u009b2K\u202e";

test("OSC 52 and cursor sequences are unchanged in a pipe and in JSON, and harmless at a terminal", async () => {
  const home = await atHome();
  const id = await begin(home, "print", `${hostile}\n`);
  const pipe = await home.cli(["invocations", "tail", id]);
  expect(pipe.code, pipe.stderr).toBe(0);
  expect(pipe.stdout).toBe(`${hostile}\n`);
  const json = await home.cli(["invocations", "tail", id, "-o", "jsonl"]);
  const events = json.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { event: string; message?: string });
  expect(events.find(({ event }) => event === "log")?.message).toBe(hostile);
  for (const more of [["--plain"], []]) {
    const shown = await home.cli(["invocations", "tail", id, ...more], { tty: true });
    expect(shown.code).toBe(0);
    const bytes = shown.bytes.toString();
    expect(bytes).toContain("moved");
    for (const bad of ["\u001b]52", "\u001b]0;", "\u001b[10A", "\u001b[5;5H", "\u009b", "\u202e"]) {
      expect(bytes, `${JSON.stringify(bad)} ${more}`).not.toContain(bad);
    }
  }
});

test("the reason of a failure is harmless at a terminal too", async () => {
  const home = await atHome();
  const shown = await home.cli(["invoke", "demo", "throws", "--payload", JSON.stringify(hostile), "--plain"], {
    tty: true,
  });
  expect(shown.code).toBe(8);
  for (const bad of ["\u001b]52", "\u001b[10A", "\u009b2K", "\u202e"]) {
    expect(shown.bytes.toString()).not.toContain(bad);
  }
});

test("kill -9 of the service and a restart in the middle of a tail: the tail resumes and says how it ended", async () => {
  const home = await atHome();
  const id = await begin(home, "count", { to: 1_000_000, pause: 1 });
  const tail = startCli(["invocations", "tail", id], { home });
  await tail.shows("line 300\n");
  process.kill(home.service.pid, "SIGKILL");
  await until(() => !alive(home.service.pid), { what: () => "the end of the service" });
  expect((await home.cli(["local", "start"])).code).toBe(0);
  const { code, stdout, stderr } = await tail.done;
  expect(code, stderr).toBe(8);
  expect(stderr).toContain("the service ended while it ran");
  const lines = stdout.trimEnd().split("\n");
  expect(stdout === numbered(lines.length)).toBe(true);
  const again = await home.cli(["invocations", "tail", id]);
  expect(again.code).toBe(8);
  expect(again.stdout === stdout).toBe(true);
});
