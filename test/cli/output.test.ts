import { describe, expect, test } from "vitest";
import { type CliResult, type HereOptions, jsonError, runCli, runHere } from "../support/cli/run-cli.ts";
import { apiServer, type Step, session } from "../support/servers/api-server.ts";

async function run(step: Step, args: readonly string[], options: HereOptions = {}): Promise<CliResult> {
  const server = await apiServer(step);
  return runHere(args, { ...options, env: { ...server.env, ...options.env } });
}

const list = { request: "GET /browsers", answer: { json: [session("s1", { name: "a\tb" }), session("s2")] } };
const none = { request: "GET /browsers", answer: { json: [] } };
const one = {
  request: "GET /browsers/s1",
  answer: { json: session("s1", { viewport: { width: 8, height: 6 }, extra: "kept" }) },
};

describe("each form, exactly", () => {
  test.each([
    ["text", list, "s1\ta\\tb\t2026-01-02T03:04:05Z\t60\t\t\t\ns2\t\t2026-01-02T03:04:05Z\t60\t\t\t\n"],
    [
      "csv",
      list,
      "session_id,name,created_at,timeout_seconds,viewport,tags,deleted_at\ns1,a\tb,2026-01-02T03:04:05Z,60,,,\ns2,,2026-01-02T03:04:05Z,60,,,\n",
    ],
    ["jsonl", list, `${JSON.stringify(session("s1", { name: "a\tb" }))}\n${JSON.stringify(session("s2"))}\n`],
    ["json", list, `${JSON.stringify([session("s1", { name: "a\tb" }), session("s2")], null, 2)}\n`],
    ["text", none, ""],
    ["json", none, "[]\n"],
    ["jsonl", none, ""],
    ["yaml", none, "[]\n"],
    ["table", none, ""],
  ])("a list is printed as %s", async (format, step, wanted) => {
    const result = await run(step, ["browsers", "list", "-o", format]);
    expect([result.code, result.stdout, result.stderr]).toEqual([0, wanted, ""]);
  });
  test.each([
    [
      "text",
      "session_id\ts1\ncreated_at\t2026-01-02T03:04:05Z\nheadless\ttrue\nviewport.width\t8\nviewport.height\t6\nextra\tkept\n",
    ],
    [
      "json",
      '{\n  "session_id": "s1",\n  "created_at": "2026-01-02T03:04:05Z",\n  "headless": true,\n  "viewport": {\n    "width": 8,\n    "height": 6\n  },\n  "extra": "kept"\n}\n',
    ],
    [
      "yaml",
      "session_id: s1\ncreated_at: 2026-01-02T03:04:05Z\nheadless: true\nviewport:\n  width: 8\n  height: 6\nextra: kept\n",
    ],
    [
      "env",
      "export BROWSERCTL_BROWSER_ID='s1'\nexport BROWSERCTL_CREATED_AT='2026-01-02T03:04:05Z'\nexport BROWSERCTL_HEADLESS='true'\nexport BROWSERCTL_VIEWPORT_WIDTH='8'\nexport BROWSERCTL_VIEWPORT_HEIGHT='6'\nexport BROWSERCTL_EXTRA='kept'\n",
    ],
  ])("a record is printed as %s", async (format, wanted) => {
    const fields = ["--fields", "session_id,created_at,headless,viewport,extra"];
    const result = await run(one, ["browsers", "get", "s1", "-o", format, ...fields]);
    expect([result.code, result.stdout, result.stderr]).toEqual([0, wanted, ""]);
  });
  test("a record is printed as table", async () => {
    const { stdout } = await run(one, ["browsers", "get", "s1", "-o", "table"]);
    expect(stdout).toMatch(/^session_id {2,}s1\n.*\nviewport {2,}8x6\nextra {2,}kept\n$/s);
  });
  test("a list has no env form: exit 2, nothing on stdout", async () => {
    const result = await run(list, ["browsers", "list", "-o", "env"]);
    expect([result.code, result.stdout]).toEqual([2, ""]);
    expect(result.stderr).toContain("-o env needs a single record");
  });
  test("the output form of the variable and the settings is used, and a flag overrides it", async () => {
    expect((await run(none, ["browsers", "list"], { env: { BROWSERCTL_OUTPUT: "json" } })).stdout).toBe("[]\n");
    expect((await run(none, ["browsers", "list", "-o", "text"], { env: { BROWSERCTL_OUTPUT: "json" } })).stdout).toBe(
      "",
    );
  });
});

describe("at a terminal", () => {
  const tty = { stdout: true, stderr: true };
  test("a list at a terminal is a table with headings; an empty one is a note on stderr", async () => {
    const result = await run(list, ["browsers", "list", "--no-color"], { tty, width: 200 });
    expect(result.stdout).toMatch(/^ID {2}NAME {2,}CREATED/);
    expect(result.stdout).toContain("a␉b");
    const empty = await run(none, ["browsers", "list"], { tty });
    expect([empty.stdout, empty.stderr]).toEqual(["", "none\n"]);
  });
  test("output has colour at a terminal only, not with NO_COLOR, --no-color or TERM=dumb; FORCE_COLOR forces it", async () => {
    const coloured = async (options: HereOptions, ...args: string[]): Promise<boolean> =>
      (await run(list, ["browsers", "list", "-o", "table", ...args], options)).stdout.includes("\u001b[1m");
    expect(await coloured({ tty })).toBe(true);
    expect(await coloured({})).toBe(false);
    expect(await coloured({ tty, env: { NO_COLOR: "1" } })).toBe(false);
    expect(await coloured({ tty }, "--no-color")).toBe(false);
    expect(await coloured({ tty, env: { TERM: "dumb" } })).toBe(false);
    expect(await coloured({ env: { FORCE_COLOR: "1" } })).toBe(true);
    expect(await coloured({ tty, env: { FORCE_COLOR: "0" } })).toBe(false);
  });
  test("control characters in names are made visible at a terminal, and escaped in JSON", async () => {
    const evil = {
      request: "GET /browsers",
      answer: { json: [session("\u001b]52;c;QQ==\u0007\u009b2J\u202e")] },
    };
    for (const args of [
      [],
      ["-o", "json"],
      ["-o", "yaml"],
      ["-o", "csv"],
      ["--query", "[0].session_id"],
      ["-o", "jsonl"],
    ]) {
      const { code, stdout } = await run(evil, ["browsers", "list", ...args], { tty });
      expect(code).toBe(0);
      expect(stdout, args.join(" ")).not.toMatch(/\u001b\]|\u0007|\u009b|\u202e/);
    }
  });
  test("a record at a terminal leaves out empty fields and says how to see them; a pipe, --fields and -o json have all", async () => {
    const record = session("s1", { telemetry: null, tags: {}, name: "shop" });
    const step = { request: "GET /browsers/s1", answer: { json: record } };
    const get = ["browsers", "get", "s1"];
    const person = { tty, env: { NO_COLOR: "1" } };
    for (const [words, options] of [
      [get, person],
      [[...get, "-o", "table"], {}],
    ] as const) {
      const { stdout, stderr } = await run(step, words, options);
      expect(stdout).toMatch(/^name +shop$/m);
      expect(stdout).not.toMatch(/^(telemetry|tags)/m);
      expect(stderr).toBe("note: 2 empty fields are not shown; -o json shows them\n");
    }
    expect((await run(step, [...get, "-q", "-o", "table"], person)).stderr).toBe("");
    const pipe = await run(step, get);
    expect([pipe.stdout, pipe.stderr]).toEqual([expect.stringMatching(/^telemetry\t\n(?:.*\n)*tags\t\n/m), ""]);
    const chosen = await run(step, [...get, "--fields", "telemetry,name"], person);
    expect([chosen.stdout, chosen.stderr]).toEqual([expect.stringMatching(/^telemetry *\nname +shop\n$/), ""]);
    const json = await run(step, [...get, "-o", "json"], person);
    expect([JSON.parse(json.stdout), json.stderr]).toEqual([record, ""]);
  });
  test("a done sentence goes to stdout at a terminal and to stderr in a pipe; --quiet silences it", async () => {
    const gone = { request: "DELETE /browsers/s1", answer: { status: 204 } };
    const there = await run(gone, ["browsers", "delete", "s1", "--yes"], { tty: { stdout: true } });
    expect([there.stdout, there.stderr]).toEqual(["Ended session s1.\n", ""]);
    const pipe = await run(gone, ["browsers", "delete", "s1", "--yes"]);
    expect([pipe.stdout, pipe.stderr]).toEqual(["", "Ended session s1.\n"]);
    const quiet = await run(gone, ["browsers", "delete", "s1", "-yq"]);
    expect([quiet.stdout, quiet.stderr]).toEqual(["", ""]);
    const json = await run(gone, ["browsers", "delete", "s1", "--yes", "-o", "json"]);
    expect([JSON.parse(json.stdout), json.stderr]).toEqual([[{ id_or_name: "s1", deleted: true }], ""]);
  });
});

describe("--query and --fields", () => {
  test("--fields selects fields in their order and notes a missing one", async () => {
    const result = await run(list, ["browsers", "list", "--fields", "timeout_seconds,session_id,nope"]);
    expect(result.stdout).toBe("60\ts1\t\n60\ts2\t\n");
    expect(result.stderr).toBe("note: the result has no field nope\n");
    const json = await run(one, ["browsers", "get", "s1", "--fields", "viewport.width", "-o", "json"]);
    expect(JSON.parse(json.stdout)).toEqual({ viewport: { width: 8 } });
  });
  test("--query gives words for a shell, or any other form", async () => {
    expect((await run(list, ["browsers", "list", "--query", "[].session_id"])).stdout).toBe("s1\ns2\n");
    expect((await run(list, ["browsers", "list", "--query", "length(@)"])).stdout).toBe("2\n");
    expect((await run(list, ["browsers", "list", "--query", "[?name=='x']"])).stdout).toBe("");
    expect((await run(list, ["browsers", "list", "--query", "[9]", "-o", "json"])).stdout).toBe("null\n");
  });
  test("--fields selects from the result of --query", async () => {
    const result = await run(list, [
      "browsers",
      "list",
      "--query",
      "[?session_id=='s2']",
      "--fields",
      "session_id",
      "-o",
      "json",
    ]);
    expect(JSON.parse(result.stdout)).toEqual([{ session_id: "s2" }]);
  });
  test("a --query that fails on the value is exit 2", async () => {
    expect(jsonError(await run(list, ["browsers", "list", "--query", "abs(@)", "-o", "json"]))).toMatchObject({
      exit_code: 2,
    });
  });
});

describe("paging", () => {
  const more = (next: string, has = "true") => ({ "x-has-more": has, "x-next-offset": next });
  const pages = (...answers: { json: unknown; headers?: Record<string, string> }[]): Step[] =>
    answers.map((answer, at) => ({ request: `GET /browsers?limit=100&offset=${[0, 2, 3][at]}`, answer }));
  const all = async (steps: Step[], ...args: string[]): Promise<CliResult> =>
    runHere(["browsers", "list", "--all", "-o", "json", ...args], { env: (await apiServer(...steps)).env });

  test("--all prints several pages as one array", async () => {
    const steps = pages(
      { json: [session("s1"), session("s2")], headers: more("2") },
      { json: [session("s3")], headers: more("3") },
      { json: [session("s4")], headers: more("0", "false") },
    );
    expect(JSON.parse((await all(steps)).stdout)).toEqual(["s1", "s2", "s3", "s4"].map((id) => session(id)));
  });
  test("--all prints an empty list as an empty array", async () => {
    expect((await all(pages({ json: [], headers: more("0", "false") }))).stdout).toBe("[]\n");
    expect((await all(pages({ json: [], headers: more("2") }))).stdout).toBe("[]\n");
  });
  test("a page that announces more without an offset is an error", async () => {
    for (const headers of [{ "x-has-more": "true" }, more("0"), more("-1"), more("x")]) {
      const result = await all(pages({ json: [session()], headers: headers as Record<string, string> }));
      expect(jsonError(result)).toMatchObject({ code: "bad_answer", exit_code: 1 });
    }
  });
  test("a page that is not a list is an error", async () => {
    expect(jsonError(await all(pages({ json: { n: 1 } })))).toMatchObject({ code: "bad_answer", exit_code: 1 });
  });
  test("--all keeps a given limit and offset", async () => {
    const steps: Step[] = [{ request: "GET /browsers?limit=5&offset=7", answer: { json: [] } }];
    expect((await all(steps, "--limit", "5", "--offset", "7")).stdout).toBe("[]\n");
  });
  test("a list without --all shows one page, and a note on stderr when there are more", async () => {
    const result = await run({ request: "GET /browsers", answer: { json: [session()], headers: more("1") } }, [
      "browsers",
      "list",
      "-o",
      "json",
    ]);
    expect(JSON.parse(result.stdout)).toEqual([session()]);
    expect(result.stderr).toBe("Showing the first 1; use --all for the rest.\n");
  });
});

test("fields that the local service accepts without effect are noted once on stderr", async () => {
  const step = {
    request: "POST /browsers",
    answer: { json: session(), headers: { "x-browserctl-recorded": "region,gpu" } },
  };
  const result = await run(step, ["browsers", "create", "-o", "json"]);
  expect(result.stderr).toBe("note: recorded without effect on this machine: region, gpu\n");
  expect(JSON.parse(result.stdout)).toEqual(session());
});

describe("-q", () => {
  test("-q prints only the ids of a list, and of a record that is shown or created", async () => {
    expect((await run(list, ["browsers", "list", "-q"])).stdout).toBe("s1\ns2\n");
    const created = { request: "POST /browsers", answer: { json: session("s9", { name: "shop" }) } };
    const result = await run(created, ["browsers", "create", "shop", "-q", "--timeout-seconds", "1h"]);
    expect([result.stdout, result.stderr]).toEqual(["s9\n", ""]);
    expect((await run(one, ["browsers", "get", "s1", "-q"])).stdout).toBe("s1\n");
  });
  test("-q does not change other output forms", async () => {
    expect((await run(list, ["browsers", "list", "-q", "-o", "csv"])).stdout).toContain("session_id,name");
    expect((await run(list, ["browsers", "list", "-q", "--query", "[].name"])).stdout).toBe("a\\tb\n");
    expect((await run(one, ["browsers", "get", "s1", "-q", "-o", "yaml"])).stdout).toContain("viewport:");
  });
});

test("a name given as the argument and by --name is refused", async () => {
  const created = { request: "POST /browsers", answer: { json: session() } };
  const server = await apiServer({ ...created, times: 1 });
  await runHere(["browsers", "create", "shop"], { env: server.env });
  expect(server.requests[0]?.json).toEqual({ name: "shop" });
  const twice = await runHere(["browsers", "create", "shop", "--name", "x", "-o", "json"], { env: server.env });
  expect(jsonError(twice)).toMatchObject({ exit_code: 2, message: "--name: cannot be used together with <name>" });
});

test("a notice of the service goes to stderr with control characters made visible, and its further lines indented", async () => {
  const notice = encodeURIComponent(
    "the start page did not open: \u001b[2J é\r\n::stop-commands::x\nhint: browserctl x",
  );
  const answer = { json: session(), headers: { "x-browserctl-notice": notice } };
  const result = await run({ request: "POST /browsers", answer }, ["browsers", "create", "--timeout-seconds", "1h"]);
  expect(result.stderr).toBe("note: the start page did not open: ␛[2J é\n  ::stop-commands::x\n  hint: browserctl x\n");
});

test.each([
  ["help", ["browsers", "get", "--help"], "\u001b[1mUsage:\u001b[22m"],
  ["an unknown command", ["nope"], "\u001b[31merror:\u001b[39m"],
])("%s has colour at a terminal, none with --no-color", async (_what, words, coloured) => {
  expect((await runCli(words, { tty: true })).bytes.toString()).toContain(coloured);
  expect((await runCli([...words, "--no-color"], { tty: true })).bytes.toString()).not.toContain("\u001b[");
});
