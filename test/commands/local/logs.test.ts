import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type CliResult,
  type HereOptions,
  jsonError,
  runHere,
  startCli,
  temporaryHome,
} from "../../support/cli/run-cli.ts";

const record = (msg: string, fields: Record<string, unknown> = {}): string =>
  `${JSON.stringify({ level: "info", time: "2026-01-02T03:04:05.678Z", msg, ...fields })}\n`;

/** A home whose service has written these texts, the newest file first. */
function homeWith(...files: string[]): ReturnType<typeof temporaryHome> & { file: string } {
  const home = temporaryHome();
  mkdirSync(home.stateDir);
  const file = join(home.stateDir, "service.log");
  for (const [age, text] of files.entries()) writeFileSync(age === 0 ? file : `${file}.${age}`, text);
  return { ...home, file };
}

async function logs(files: readonly string[], args: readonly string[], options: HereOptions = {}): Promise<CliResult> {
  return await runHere(["local", "logs", ...args], { ...options, home: homeWith(...files) });
}

const mixed =
  "2026-01-02T03:04:04.000Z written before the log had levels\n    at its second line\n" +
  record("GET /browsers 200 3 ms", {
    request: "req-1",
    operation: "browsers.list",
    method: "GET",
    path: "/browsers",
    status: 200,
    duration_ms: 3,
  }) +
  record("the browser restarts", { session: "abc" }) +
  record("a line of it", { level: "debug", session: "abc", part: "chromium" }) +
  record("error in GET /x", {
    level: "error",
    time: "2026-01-02T03:05:00.000Z",
    err: { stack: "Error: no\n    at f" },
  }) +
  "FATAL ERROR: out of memory\n";

describe("local logs", () => {
  test("records are lines with time and level; text of an earlier version and of a crash is left as it is", async () => {
    expect((await logs([mixed], [])).stdout).toBe(
      `2026-01-02T03:04:04.000Z written before the log had levels
    at its second line
2026-01-02T03:04:05.678Z INFO  GET /browsers 200 3 ms request=req-1 operation=browsers.list
2026-01-02T03:04:05.678Z INFO  session abc: the browser restarts
2026-01-02T03:04:05.678Z DEBUG session abc chromium: a line of it
2026-01-02T03:05:00.000Z ERROR error in GET /x
Error: no
    at f
FATAL ERROR: out of memory
`,
    );
  });

  test.each([
    ["debug", 7],
    ["info", 6],
    ["warn", 2],
    ["error", 2],
    ["fatal", 0],
  ])("--level %s shows %d of 7 lines", async (level, count) => {
    const { stdout } = await logs([mixed], ["--level", level, "-o", "json"]);
    expect(JSON.parse(stdout)).toHaveLength(count);
  });

  test("--since leaves out what is older, a line without a time with the one before it", async () => {
    expect((await logs([mixed], ["--since", "2026-01-02T03:05:00Z"])).stdout).toBe(
      "2026-01-02T03:05:00.000Z ERROR error in GET /x\nError: no\n    at f\nFATAL ERROR: out of memory\n",
    );
    expect((await logs([mixed], ["--since", "5m"])).stdout).toBe("");
  });

  test("-o jsonl prints the records; a text becomes one", async () => {
    const { stdout } = await logs([mixed], ["-o", "jsonl", "-n", "3"]);
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { level: "debug", time: "2026-01-02T03:04:05.678Z", msg: "a line of it", session: "abc", part: "chromium" },
      {
        level: "error",
        time: "2026-01-02T03:05:00.000Z",
        msg: "error in GET /x",
        err: { stack: "Error: no\n    at f" },
      },
      { level: "error", time: "2026-01-02T03:05:00.000Z", msg: "FATAL ERROR: out of memory" },
    ]);
  });

  test("the last lines come from earlier files where the current one has too few", async () => {
    const files = [record("5") + record("6"), record("3") + record("4"), record("1") + record("2")];
    const messages = async (...args: string[]): Promise<string[]> =>
      (await logs(files, args)).stdout.split("\n").map((line) => line.slice(31));
    expect(await messages("-n", "1")).toEqual(["6", ""]);
    expect(await messages("-n", "3")).toEqual(["4", "5", "6", ""]);
    expect(await messages()).toEqual(["1", "2", "3", "4", "5", "6", ""]);
    expect(await messages("-n", "0")).toEqual([""]);
  });

  test("an unfinished line is left out, and what controls a terminal is shown at one", async () => {
    const text = "one\ntwo \u001b[2J\nthree\nunfinished";
    expect((await logs([text], [])).stdout).toBe("one\ntwo \u001b[2J\nthree\n");
    expect((await logs([text], ["-n", "2"], { tty: { stdout: true } })).stdout).toBe("two ␛[2J\nthree\n");
  });

  test("--follow goes on with what is appended, over emptied and new files, until Ctrl-C", async () => {
    const home = homeWith("one\n");
    const { file } = home;
    const cli = startCli(["local", "logs", "--follow"], { home });
    await cli.shows("one\n");
    appendFileSync(file, "tw");
    appendFileSync(file, "o\n");
    await cli.shows("two\n");
    writeFileSync(file, "new\n");
    await cli.shows("new\n");
    // Two files begin before the reader wakes up.
    renameSync(file, `${file}.2`);
    appendFileSync(`${file}.2`, "last of the first\n");
    writeFileSync(`${file}.1`, "all of the second\n");
    writeFileSync(file, "third\n");
    await cli.shows("third\n");
    appendFileSync(file, "and more\n");
    await cli.shows("and more\n");
    cli.kill("SIGINT");
    expect(await cli.done).toMatchObject({
      code: 130,
      stdout: "one\ntwo\nnew\nlast of the first\nall of the second\nthird\nand more\n",
    });
  });

  test("--follow prints records of the level alone, as JSON lines", async () => {
    const home = homeWith(record("old", { level: "warn" }));
    const cli = startCli(["local", "logs", "--follow", "--level", "warn", "-o", "jsonl"], { home });
    await cli.shows("old");
    appendFileSync(home.file, record("quiet") + record("loud", { level: "fatal" }));
    await cli.shows("loud");
    cli.kill("SIGINT");
    const { stdout } = await cli.done;
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).msg),
    ).toEqual(["old", "loud"]);
  });

  test.each([
    [["-n", "-1"], "--lines: must be 0 or more, not -1"],
    [["--level", "loud"], '--level: must be one of debug, info, warn, error, fatal, not "loud"'],
    [["--since", "yesterday"], "--since: must be a duration such as 5m, or a time such as 2026-01-02T03:04:05Z"],
    [["--follow", "-o", "yaml"], "--output: must be jsonl, not yaml, with --follow"],
  ])("%s is refused", async (args, message) => {
    const { code, stderr } = await logs([mixed], args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test("no log yet is exit 4", async () => {
    expect(jsonError(await runHere(["local", "logs", "-o", "json"]))).toMatchObject({ code: "no_log", exit_code: 4 });
  });
});
