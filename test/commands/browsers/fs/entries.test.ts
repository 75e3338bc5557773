import { describe, expect, test } from "vitest";
import { jsonError, runHere, startCli } from "../../../support/cli/run-cli.ts";
import { apiServer, type Step } from "../../../support/servers/api-server.ts";
import { nowhere } from "../../../support/servers/nowhere.ts";
import { fs } from "./support/fs-command.ts";

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
const directory = (path: string): object => file(path, { is_dir: true, size_bytes: 0, mode: "drwxr-xr-x" });

describe("browsers fs list and info", () => {
  const step: Step = {
    request: "GET /browsers/s1/fs/list_files?path=%2Ftmp%2Fa+b",
    answer: { json: [directory("/tmp/a b/in"), file("/tmp/a b/\u001b[2Jx")] },
  };
  test("fs list has the columns of ls -l, for programs in a pipe and for people at a terminal, and everything as JSON", async () => {
    expect((await fs(["list", "s1", "/tmp/a b"], [step])).stdout).toBe(
      "drwxr-xr-x\t0\t2026-01-02T03:04:05Z\tin\n-rw-r--r--\t1536\t2026-01-02T03:04:05Z\t\\x1b[2Jx\n",
    );
    const { stdout } = await fs(["list", "s1", "/tmp/a b"], [step], { tty: { stdout: true } });
    expect(stdout).toMatch(
      /^MODE +SIZE +CHANGED +NAME\ndrwxr-xr-x +0 B +.* ago +in\n-rw-r--r-- +1\.5 KiB .* ␛\[2Jx\n$/,
    );
    const json = await fs(["list", "s1", "/tmp/a b", "-o", "json"], [step]);
    expect(JSON.parse(json.stdout)).toHaveLength(2);
  });
  test("fs info is a record, and exit 4 for a missing path", async () => {
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
    [["mkdir", "s1", ""], '<path>: must be an absolute path of at most 4096 characters, not ""'],
    [["mkdir", "s1", "/a", "--mode", "9"], '--mode: must be three or four octal digits, such as 644, not "9"'],
    [["chmod", "s1", "rwx", "/a"], '<mode>: must be three or four octal digits, such as 644, not "rwx"'],
    [["mv", "s1", "/a"], "missing argument <to>"],
    [["list", "s1", "C:\\tmp"], '<path>: must be an absolute path of at most 4096 characters, not "C:\\\\tmp"'],
    [["rm", "s1", "a", ""], '<path>: must be an absolute path of at most 4096 characters, not ""'],
    [["watch", "s1", "a\\b"], '<path>: must be an absolute path of at most 4096 characters, not "a\\\\b"'],
  ])("fs %j is refused before the network", async (args, message) => {
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

  test("fs rm deletes files, each once; a missing one does not stop the others", async () => {
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
  test("fs rm of a directory without -r is refused with the line to type", async () => {
    const result = await fs(["rm", "s1", "/in"], [remove("file", refused), look("/in", directory("/in"))]);
    expect(result.code).toBe(1);
    expect(result.stderr).toBe(
      'error: "/in" is a directory; without -r only files are deleted\nhint: browserctl browsers fs rm s1 /in -r\n',
    );
    const other = { status: 400, json: { code: "bad_request", message: "is in /usr" } };
    const system = await fs(["rm", "s1", "/usr/x"], [remove("file", other), look("/usr/x", file("/usr/x"))]);
    expect(system.stderr).toBe("error: is in /usr\n");
  });
  test("fs rm -r deletes directories and files, and needs --yes without a terminal", async () => {
    const steps = [look("/in", directory("/in")), look("/a", file("/a"))];
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
  test("fs rm asks at a terminal, and no is exit 11", async () => {
    const server = await apiServer(look("/in", directory("/in")));
    const cli = startCli(["browsers", "fs", "rm", "s1", "/in", "-r"], { env: server.env, tty: true });
    await cli.shows("Delete /in and everything in it, in session s1?");
    cli.write("n\r");
    expect((await cli.done).code).toBe(11);
    expect(server.requests).toHaveLength(1);
  });
  test("fs rm --dry-run and --print curl show every request and send none", async () => {
    const dry = await runHere(["browsers", "fs", "rm", "s1", "/a", "/b", "--dry-run", "-o", "json"], { env: nowhere });
    expect(JSON.parse(dry.stdout)).toMatchObject([{ body: { path: "/a" } }, { body: { path: "/b" } }]);
    const print = await runHere(["browsers", "fs", "rm", "s1", "/a", "-r", "--print", "curl"], { env: nowhere });
    expect(print.stdout).toMatch(
      /^curl 'http.*file_info\?path=%2Fa' .*\ncurl -X PUT .*delete_directory .*"path":"\/a".*\n$/,
    );
  });
});
