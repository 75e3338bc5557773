import { describe, expect, test } from "vitest";
import { type ApiServer, apiServer, type Step, session } from "../support/api-server.ts";
import { type CliResult, type HereOptions, jsonError, runHere, startCli } from "../support/run-cli.ts";

const nowhere = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" };
const base = "/browsers/s1/fs";
const file = (path: string, more: object = {}): object => ({
  name: path.split("/").at(-1),
  path,
  size_bytes: 1_536,
  is_dir: false,
  mod_time: "2026-01-02T03:04:05Z",
  mode: "-rw-r--r--",
  ...more,
});
const folder = (path: string): object => file(path, { is_dir: true, size_bytes: 0, mode: "drwxr-xr-x" });

async function fs(
  args: readonly string[],
  steps: readonly Step[],
  options: HereOptions = {},
): Promise<CliResult & { server: ApiServer }> {
  const server = await apiServer(...steps);
  return {
    ...(await runHere(["browsers", "fs", ...args], { ...options, env: { ...server.env, NO_COLOR: "1" } })),
    server,
  };
}

describe("browsers fs list and info", () => {
  const step: Step = {
    request: "GET /browsers/s1/fs/list_files?path=%2Ftmp%2Fa+b",
    answer: { json: [folder("/tmp/a b/in"), file("/tmp/a b/\u001b[2Jx")] },
  };
  test("the columns of ls -l: exact in a pipe, for people at a terminal, everything as JSON", async () => {
    expect((await fs(["list", "s1", "/tmp/a b"], [step])).stdout).toBe(
      "drwxr-xr-x\t0\t2026-01-02T03:04:05Z\tin\n-rw-r--r--\t1536\t2026-01-02T03:04:05Z\t\u001b[2Jx\n",
    );
    const { stdout } = await fs(["list", "s1", "/tmp/a b"], [step], { tty: { stdout: true } });
    expect(stdout).toMatch(
      /^MODE +SIZE +CHANGED +NAME\ndrwxr-xr-x +0 B +.* ago +in\n-rw-r--r-- +1\.5 KiB .* ␛\[2Jx\n$/,
    );
    const json = await fs(["list", "s1", "/tmp/a b", "-o", "json"], [step]);
    expect(JSON.parse(json.stdout)).toHaveLength(2);
  });
  test("info is a record, and exit 4 where nothing is", async () => {
    const request = "GET /browsers/s1/fs/file_info?path=%2Ftmp%2Fx";
    const found = await fs(["info", "s1", "/tmp/x"], [{ request, answer: { json: file("/tmp/x") } }]);
    expect(found.stdout).toContain("size_bytes\t1536\n");
    const missing = { request, answer: { status: 404, json: { code: "not_found", message: "no such" } } };
    expect((await fs(["info", "s1", "/tmp/x"], [missing])).code).toBe(4);
  });
});

describe("browsers fs mkdir, mv and chmod", () => {
  test.each([
    [["mkdir", "s1", "/a/b"], "create_directory", { path: "/a/b" }, "Created /a/b.\n"],
    [["mkdir", "s1", "/a", "--mode", "700"], "create_directory", { path: "/a", mode: "700" }, "Created /a.\n"],
    [["mv", "s1", "/a", "/b"], "move", { src_path: "/a", dest_path: "/b" }, "Moved /a to /b.\n"],
    [
      ["chmod", "s1", "755", "/a", "--owner", "root"],
      "set_file_permissions",
      { path: "/a", mode: "755", owner: "root" },
      "Changed the permissions of /a to 755.\n",
    ],
  ])("%j", async (args, call, body, said) => {
    const step: Step = { request: `PUT ${base}/${call}`, answer: { status: 200, body: "" } };
    const result = await fs(args, [step]);
    expect(result).toMatchObject({ code: 0, stdout: "", stderr: said });
    expect(result.server.requests[0]?.json).toEqual(body);
  });
  test.each([
    [["mkdir", "s1", "a/b"], '<path>: must be an absolute path of at most 4096 characters, not "a/b"'],
    [["mkdir", "s1", "/a", "--mode", "9"], '--mode: must be three or four octal digits, such as 644, not "9"'],
    [["chmod", "s1", "rwx", "/a"], '<mode>: must be three or four octal digits, such as 644, not "rwx"'],
    [["mv", "s1", "/a"], "missing argument <to>"],
    [["list", "s1", "C:\\tmp"], '<path>: must be an absolute path of at most 4096 characters, not "C:\\\\tmp"'],
    [["rm", "s1", "a"], '<path>: must be an absolute path of at most 4096 characters, not "a"'],
    [["watch", "s1", "a"], '<path>: must be an absolute path of at most 4096 characters, not "a"'],
  ])("%j is refused before the network", async (args, message) => {
    const error = jsonError(await runHere(["browsers", "fs", ...args, "-o", "jsonl"], { env: nowhere }));
    expect(error).toMatchObject({ exit_code: 2, message });
  });
});

describe("browsers fs rm", () => {
  const remove = (what: "file" | "directory", answer: Step["answer"] = { status: 200, body: "" }): Step => ({
    request: `PUT ${base}/delete_${what}`,
    answer,
  });
  const look = (path: string, json: object): Step => ({
    request: `GET ${base}/file_info?path=${encodeURIComponent(path)}`,
    answer: { json },
  });
  const refused = { status: 400, json: { code: "bad_request", message: '"/in" is a directory' } };
  const missing = { status: 404, json: { code: "not_found", message: 'file not found: "/b"' } };

  test("files, each once; one that does not exist does not stop the others", async () => {
    const all = await fs(["rm", "s1", "/a", "/b", "/a", "-o", "json"], [remove("file"), remove("file")]);
    expect(JSON.parse(all.stdout)).toEqual([
      { path: "/a", deleted: true },
      { path: "/b", deleted: true },
    ]);
    const some = await fs(
      ["rm", "s1", "/a", "/b", "/c", "-o", "json"],
      [remove("file"), remove("file", missing), remove("file")],
    );
    expect(some.server.requests.map(({ json }) => json)).toEqual([{ path: "/a" }, { path: "/b" }, { path: "/c" }]);
    expect(jsonError(some)).toMatchObject({
      exit_code: 4,
      message: "1 path of 3 could not be deleted",
      details: [{ code: "not_found", message: 'file not found: "/b"' }],
    });
    expect((await fs(["rm", "s1", "/b"], [remove("file", missing)])).stderr).toBe('error: file not found: "/b"\n');
  });
  test("a folder without -r is refused with what to type", async () => {
    const result = await fs(["rm", "s1", "/in"], [remove("file", refused), look("/in", folder("/in"))]);
    expect(result.code).toBe(1);
    expect(result.stderr).toBe(
      'error: "/in" is a folder; without -r only files are deleted\nhint: browserctl browsers fs rm s1 /in -r\n',
    );
    const other = { status: 400, json: { code: "bad_request", message: "is in /usr" } };
    const system = await fs(["rm", "s1", "/usr/x"], [remove("file", other), look("/usr/x", file("/usr/x"))]);
    expect(system.stderr).toBe("error: is in /usr\n");
  });
  test("-r deletes folders as folders and files as files, with --yes where nobody can be asked", async () => {
    const steps = [look("/in", folder("/in")), look("/a", file("/a"))];
    const asked = await fs(["rm", "s1", "/in", "/a", "-r"], steps);
    expect([asked.code, asked.stderr]).toEqual([
      2,
      "error: Confirmation needed: delete /in and everything in it, in session s1? Add --yes.\n",
    ]);
    const done = await fs(["rm", "s1", "/in", "/a", "-r", "--yes"], [...steps, remove("directory"), remove("file")]);
    expect([done.code, done.stderr]).toEqual([0, "Deleted 2 paths.\n"]);
    // Nothing to ask where there is no folder.
    expect((await fs(["rm", "s1", "/a", "-r"], [look("/a", file("/a")), remove("file")])).code).toBe(0);
    const gone = { request: `GET ${base}/file_info?path=%2Fb`, answer: missing };
    expect((await fs(["rm", "s1", "/b", "/a", "-r"], [gone, look("/a", file("/a")), remove("file")])).code).toBe(4);
  });
  test("at a terminal it asks, and no is exit 11", async () => {
    const server = await apiServer(look("/in", folder("/in")));
    const cli = startCli(["browsers", "fs", "rm", "s1", "/in", "-r"], { env: server.env, tty: true });
    await cli.shows("Delete /in and everything in it, in session s1?");
    cli.write("n\r");
    expect((await cli.done).code).toBe(11);
    expect(server.requests).toHaveLength(1);
  });
  test("--dry-run and --print curl show every request and send none", async () => {
    const dry = await runHere(["browsers", "fs", "rm", "s1", "/a", "/b", "--dry-run", "-o", "json"], { env: nowhere });
    expect(JSON.parse(dry.stdout)).toMatchObject([{ body: { path: "/a" } }, { body: { path: "/b" } }]);
    const print = await runHere(["browsers", "fs", "rm", "s1", "/a", "-r", "--print", "curl"], { env: nowhere });
    expect(print.stdout).toMatch(
      /^curl 'http.*file_info\?path=%2Fa' .*\ncurl -X PUT .*delete_directory .*"path":"\/a".*\n$/,
    );
  });
});

describe("browsers fs watch", () => {
  const started: Step = { request: `POST ${base}/watch`, answer: { status: 201, json: { watch_id: "w1" } } };
  const stopped: Step = { request: `DELETE ${base}/watch/w1`, answer: { status: 204 } };
  const events = [
    { type: "CREATE", path: "/d/a\tb\u001b[2J", name: "a\tb\u001b[2J", is_dir: false },
    { event: "sse_heartbeat", timestamp: "2026-01-02T03:04:05Z" },
    { event: "gap" },
    { type: "DELETE", path: "/d/in", name: "in", is_dir: true },
  ];
  const stream = (more: object = {}): Step => ({
    request: `GET ${base}/watch/w1/events`,
    answer: {
      headers: { "content-type": "text/event-stream" },
      body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""),
      ...more,
    },
  });
  const ended: Step = {
    request: "GET /browsers/s1",
    answer: { status: 404, json: { code: "not_found", message: "" } },
  };
  const alive: Step = { request: "GET /browsers/s1", answer: { json: session() } };
  const watch = ["watch", "s1", "/d"];

  test("prints changes until the session ends, and takes the watch away", async () => {
    const result = await fs(watch, [started, stream(), ended, stopped]);
    expect(result).toMatchObject({
      code: 0,
      stdout: "CREATE\t/d/a\\tb\u001b[2J\nDELETE\t/d/in\n",
      stderr:
        "watching /d; press Ctrl-C to stop\nwarning: changes are missing here: too many happened at once\nsession s1 has ended\n",
    });
    expect(result.server.requests[0]?.json).toEqual({ path: "/d" });
    const seen = await fs([...watch, "-r"], [started, stream(), ended, stopped], { tty: { stdout: true } });
    expect(seen.stdout).toBe("CREATE  /d/a␉b␛[2J\nDELETE  /d/in/\n");
    expect(seen.server.requests[0]?.json).toEqual({ path: "/d", recursive: true });
  });
  test("-o jsonl is each event as it was sent; --fields and --query select", async () => {
    const steps = [started, stream(), ended, stopped];
    const result = await fs([...watch, "-o", "jsonl"], steps);
    expect(
      result.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([events[0], events[2], events[3]]);
    expect((await fs([...watch, "-o", "jsonl", "--fields", "type"], steps)).stdout).toBe(
      '{"type":"CREATE"}\n{}\n{"type":"DELETE"}\n',
    );
    expect((await fs([...watch, "--query", "type"], steps)).stdout).toBe("CREATE\nDELETE\n");
  });
  test("a stream that ends or breaks while the session goes on is exit 9", async () => {
    const end = await fs([...watch, "-o", "jsonl"], [started, stream(), alive, stopped]);
    expect([end.code, (JSON.parse(end.stderr) as { error: { code: string } }).error.code]).toEqual([
      9,
      "stream_broken",
    ]);
    expect((await fs(watch, [started, stream({ cut: 90 }), alive, stopped])).code).toBe(9);
    const dead = { request: "GET /browsers/s1", answer: { reset: true }, times: 3 } as const;
    expect((await fs(watch, [started, stream({ cut: 90 }), dead, stopped])).code).toBe(9);
  });
  test("Ctrl-C is exit 130, with the watch taken away", async () => {
    const open = stream({ headers: { "content-type": "text/event-stream", "content-length": "100000" } });
    const server = await apiServer(started, open, stopped);
    const cli = startCli(["browsers", "fs", ...watch], { env: server.env });
    await cli.shows("DELETE\t/d/in\n");
    cli.kill("SIGINT");
    expect((await cli.done).code).toBe(130);
    expect(server.requests.at(-1)?.method).toBe("DELETE");
  });
  test("interrupted while it starts, the watch that came into being is taken away too", async () => {
    const server = await apiServer(
      { ...started, answer: { stall: true, status: 201, json: { watch_id: "w1" } } },
      // Where the answer is faster than the signal: the stream then stays open until that comes.
      { ...stream({ headers: { "content-type": "text/event-stream", "content-length": "100000" } }), times: "any" },
      stopped,
    );
    const cli = startCli(["browsers", "fs", ...watch], { env: server.env });
    await server.received(1);
    cli.kill("SIGINT");
    server.release();
    expect((await cli.done).code).toBe(130);
    expect(server.requests.at(-1)?.method).toBe("DELETE");
  });
  test("a form that has an end is refused, and a watch that cannot start says why", async () => {
    for (const form of ["json", "yaml", "csv", "table", "env"]) {
      const result = await runHere(["browsers", "fs", ...watch, "-o", form], { env: nowhere });
      expect([result.code, result.stdout]).toEqual([2, ""]);
      expect(result.stderr).toContain("must be jsonl");
    }
    const full = {
      status: 429,
      headers: { "x-should-retry": "false" },
      json: { code: "too_many_watches", message: "64" },
    };
    expect((await fs(watch, [{ ...started, answer: full }])).code).toBe(7);
    expect((await fs(watch, [{ ...started, answer: { json: {} } }])).code).toBe(1);
  });
});
