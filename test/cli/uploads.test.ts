import { createHash, randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { describe, expect, test } from "vitest";
import { listZip } from "../../src/archive/read-zip.ts";
import { proxyServer } from "../support/proxy-server.ts";
import {
  type CliOptions,
  type CliResult,
  type HereOptions,
  type Home,
  jsonError,
  program,
  quote,
  runCli,
  runHere,
  startCli,
  temporaryHome,
} from "../support/run-cli.ts";
import { certificate } from "../support/tls-server.ts";
import { until } from "../support/until.ts";
import { type UploadServer, type UploadStep, uploadServer } from "../support/upload-server.ts";
import { rawZip } from "../support/zip.ts";

const nowhere = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" };
const data = randomBytes(8_000_000);
const sum = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A home with files. */
function homeWith(files: Record<string, string | Uint8Array>): Home {
  const home = temporaryHome();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(home.dir, path, ".."), { recursive: true });
    writeFileSync(join(home.dir, path), content);
  }
  return home;
}

async function sent(
  args: readonly string[],
  home: Home,
  steps?: UploadStep[],
  options: HereOptions = {},
): Promise<CliResult & { server: UploadServer }> {
  const server = await uploadServer(steps);
  const result = await runHere(["browsers", "fs", ...args], {
    ...options,
    home,
    env: { ...options.env, ...server.env },
  });
  return { ...result, server };
}

/** The same in a process of its own, with a temporary folder whose content the test sees. */
async function sentApart(
  args: readonly string[],
  home: Home,
  steps?: UploadStep[],
  options: CliOptions = {},
): Promise<{ server: UploadServer; cli: ReturnType<typeof startCli>; staged: () => string[] }> {
  const server = await uploadServer(steps);
  const tmp = mkdtempSync(join(home.dir, "tmp-"));
  const env = { ...server.env, TMPDIR: tmp, ...options.env };
  const cli = startCli(["browsers", "fs", ...args], { ...options, home, env });
  return { server, cli, staged: () => readdirSync(tmp).filter((name) => name.includes("browserctl")) };
}

/** Makes a server the local service of a home. */
function becomeLocal({ env, url, port }: UploadServer, { configDir, stateDir }: Home): void {
  const settings = {
    version: 1,
    current: "local",
    contexts: { local: { kind: "local" } },
    directories: {},
    values: {},
  };
  const state = { pid: process.pid, port, base_url: url, token: env.BROWSERCTL_TOKEN };
  for (const [dir, name, value] of [
    [configDir, "settings.json", settings],
    [stateDir, "service.json", state],
  ] as const) {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, name), JSON.stringify(value));
  }
}

/** The names and values of a form that fits the beginning of a body. */
function parts(start: string): string[] {
  return start
    .split(/--form-data-encoder-\w+(?:--)?\r\n/)
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const [head = "", body = ""] = part.split("\r\n\r\n");
      return `${/name="([^"]*)"/.exec(head)?.[1]}${/filename="([^"]*)"/.exec(head)?.[1]?.replace(/^/, "@") ?? ""}=${body.trimEnd()}`;
    });
}

describe("fs upload", () => {
  test("one file goes to a path, with its length and not in pieces", async () => {
    const home = homeWith({ "a.txt": "hello" });
    const { code, stderr, server } = await sent(["upload", "s1", "a.txt", "--dest", "/home/user/b.txt"], home);
    expect([code, stderr]).toEqual([0, 'Uploaded "a.txt" to /home/user/b.txt (5 B).\n']);
    const [upload] = server.uploads;
    expect(upload?.line).toBe("POST /browsers/s1/fs/upload");
    expect(upload?.headers["transfer-encoding"]).toBeUndefined();
    expect(Number(upload?.headers["content-length"])).toBe(upload?.bytes);
    expect(parts(upload?.start ?? "")).toEqual(["files[0][dest_path]=/home/user/b.txt", "files[0][file]@a.txt=hello"]);
    expect(upload?.start).toContain("Content-Type: application/octet-stream");
  });

  test("a folder takes files under their own names, several files always do", async () => {
    const home = homeWith({ "in/a.txt": "1", 'b "ü".txt': "22", empty: "" });
    const one = await sent(["upload", "s1", "in/a.txt", "--dest", "/x/"], home);
    expect(parts(one.server.uploads[0]?.start ?? "")[0]).toBe("files[0][dest_path]=/x/a.txt");
    const { stdout, server } = await sent(
      ["upload", "s1", "in/a.txt", 'b "ü".txt', "empty", "--dest", "/x", "-o", "json"],
      home,
    );
    expect(JSON.parse(stdout)).toEqual([
      { path: "/x/a.txt", bytes: 1 },
      { path: '/x/b "ü".txt', bytes: 2 },
      { path: "/x/empty", bytes: 0 },
    ]);
    const text = Buffer.from(server.uploads[0]?.start ?? "", "latin1").toString();
    expect(parts(text)).toEqual([
      "files[0][dest_path]=/x/a.txt",
      "files[0][file]@a.txt=1",
      'files[1][dest_path]=/x/b "ü".txt',
      "files[1][file]@b %22ü%22.txt=22",
      "files[2][dest_path]=/x/empty",
      "files[2][file]@empty=",
    ]);
  });

  test.each([
    [["a", "--dest", "x"], '--dest: must be an absolute path, not "x"'],
    [["a", "--dest", "C:\\x"], '--dest: must be an absolute path, not "C:\\x"'],
    [["a"], "--dest: is missing"],
    [["a", "in/a", "--dest", "/x"], 'two files would become "/x/a"'],
  ])("%j is refused before the network", async (args, message) => {
    const home = homeWith({ a: "1", "in/a": "2" });
    const error = jsonError(
      await runHere(["browsers", "fs", "upload", "s1", ...args, "-o", "json"], { home, env: nowhere }),
    );
    expect(error).toMatchObject({ exit_code: 2, message });
  });

  test("--dry-run and --print curl show the form and send nothing", async () => {
    const home = homeWith({ "a;b.txt": "hello" });
    const words = ["browsers", "fs", "upload", "s1", "a;b.txt", "--dest", "/x/"];
    const dry = await runHere([...words, "--dry-run", "-o", "json"], { home, env: nowhere });
    expect(JSON.parse(dry.stdout)).toMatchObject({
      method: "POST",
      form: ["files[0][dest_path]=/x/a;b.txt", "files[0][file]=@a;b.txt"],
    });
    const { stdout } = await runHere([...words, "--print", "curl"], { home, env: nowhere });
    expect(stdout).toContain(`--form-string 'files[0][dest_path]=/x/a;b.txt' -F 'files[0][file]=@"a;b.txt";`);
    expect(stdout).not.toMatch(/content-(type:|length)/i);
  });
});

describe("fs write", () => {
  const put = "PUT /browsers/s1/fs/write_file?path=%2Fx";
  test("a word, a variable, a file and a pipe", async () => {
    const home = homeWith({ f: "from a file" });
    const written = async (words: string[], options: HereOptions = {}): Promise<string | undefined> => {
      const { code, server } = await sent(["write", "s1", "/x", ...words], home, [{}], options);
      expect([code, server.uploads[0]?.line]).toEqual([0, put]);
      expect(Number(server.uploads[0]?.headers["content-length"])).toBe(server.uploads[0]?.bytes);
      return server.uploads[0]?.start;
    };
    expect(await written(["a word"])).toBe("a word");
    expect(await written(["@@x"])).toBe("@x");
    expect(await written(["env:WORD"], { env: { WORD: "a variable" } })).toBe("a variable");
    expect(await written(["@f"])).toBe("from a file");
    expect(await written(["-"], { stdin: "from a pipe" })).toBe("from a pipe");
    expect(await written([], { stdin: "from a pipe" })).toBe("from a pipe");
  });

  test("a large pipe arrives whole, with a length, and leaves nothing here", async () => {
    const home = temporaryHome();
    const { server, cli, staged } = await sentApart(["write", "s1", "/x", "--mode", "600", "-o", "json"], home, [{}], {
      stdin: data,
    });
    const { code, stdout } = await cli.done;
    expect([code, JSON.parse(stdout)]).toEqual([0, { ok: true, path: "/x", bytes: data.length }]);
    expect(server.uploads[0]).toMatchObject({ line: `${put}&mode=600`, bytes: data.length, sha256: sum(data) });
    expect(server.uploads[0]?.headers["content-length"]).toBe(String(data.length));
    expect(staged()).toEqual([]);
  });

  test("nothing to write is exit 2 with a way to make an empty file", async () => {
    for (const words of [["-"], [""], ["@empty"]]) {
      const home = homeWith({ empty: "" });
      const { code, stderr } = await runHere(["browsers", "fs", "write", "s1", "/x", ...words], { home, env: nowhere });
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining("hint: browserctl browsers process exec s1 -- touch /x"),
      ]);
    }
  });

  test("a connection that breaks is tried again from the beginning; a form never is", async () => {
    const home = homeWith({ big: data });
    const again = await sent(["write", "s1", "/x", "@big"], home, [{ cutAfter: 1_000_000 }, {}]);
    expect(again.code).toBe(0);
    expect(again.server.uploads.map(({ whole }) => whole)).toEqual([false, true]);
    expect(again.server.uploads[1]?.sha256).toBe(sum(data));
    const form = await sent(["upload", "s1", "big", "--dest", "/x"], home, [{ cutAfter: 1_000_000 }, {}]);
    expect([form.code, form.server.uploads.length]).toEqual([5, 1]);
    const busy = { status: 503, headers: { "retry-after": "0" } };
    expect((await sent(["write", "s1", "/x", "@big"], home, [busy, {}])).code).toBe(0);
    expect((await sent(["upload", "s1", "big", "--dest", "/x"], home, [busy, {}])).code).toBe(1);
  });

  test("another attempt counts from nothing again", async () => {
    const home = homeWith({ big: data });
    const { stderr } = await sent(["write", "s1", "/x", "@big", "--progress", "plain"], home, [
      { cutAfter: 4_000_000 },
      {},
    ]);
    const lines = stderr.split("\n").filter((line) => line.startsWith("Writing"));
    expect(lines.at(-1)).toBe('Writing "/x": 100 % of 7.6 MiB');
    expect(new Set(lines).size).toBe(lines.length);
  });
});

describe("fs upload-zip", () => {
  const words = (source: string): string[] => ["upload-zip", "s1", source, "--dest", "/home/user/site"];
  test("an archive goes as it is", async () => {
    const zip = rawZip([{ name: "index.html", data: "<p>" }]);
    const { code, stdout, server } = await sent([...words("site.zip"), "-o", "json"], homeWith({ "site.zip": zip }));
    expect([code, JSON.parse(stdout)]).toEqual([0, { ok: true, dest_path: "/home/user/site", bytes: zip.length }]);
    expect(server.uploads[0]?.line).toBe("POST /browsers/s1/fs/upload_zip");
    expect(server.uploads[0]?.start).toContain(zip.toString("latin1"));
    expect(server.uploads[0]?.start).toMatch(/name="dest_path"\r\n\r\n\/home\/user\/site\r\n/);
    expect(server.uploads[0]?.start).toMatch(/name="zip_file"; filename="archive\.zip"/);
  });

  test("a folder is packed first, without litter, and the archive is gone afterwards", async () => {
    const home = homeWith({ "site/index.html": "<p>", "site/.git/HEAD": "ref", "site/node_modules/x/y": "1" });
    for (const [more, names] of [
      [[], ["index.html"]],
      [["--include-all"], [".git/", ".git/HEAD", "index.html", "node_modules/", "node_modules/x/", "node_modules/x/y"]],
    ] as const) {
      const { server, cli, staged } = await sentApart([...words("site"), ...more], home);
      const { code, stderr } = await cli.done;
      expect([code, stderr]).toEqual([
        0,
        expect.stringMatching(/^Extracted site to \/home\/user\/site \(\d+ B sent\)\.\n$/),
      ]);
      const start = server.uploads[0]?.start ?? "";
      const from = start.indexOf("PK\x03\x04");
      writeFileSync(join(home.dir, "got.zip"), Buffer.from(start.slice(from, start.lastIndexOf("\r\n--")), "latin1"));
      expect((await listZip(join(home.dir, "got.zip"))).sort()).toEqual(names);
      expect(staged()).toEqual([]);
    }
  });

  test("a folder that hardly compresses is sent while it is packed, without a temporary file", async () => {
    const home = homeWith({ "site/big": data, "site/small": "1" });
    const { code, server } = await sent(words("site"), home, undefined, { env: { TMPDIR: "/nowhere" } });
    expect(code).toBe(0);
    const [upload] = server.uploads;
    expect([upload?.whole, Number(upload?.headers["content-length"])]).toEqual([true, upload?.bytes]);
    expect(upload?.bytes).toBeGreaterThan(data.length);
  });

  test("a service on this machine gets a folder that would compress as it is", async () => {
    const home = homeWith({ "site/big": Buffer.alloc(1_000_000) });
    const server = await uploadServer();
    becomeLocal(server, home);
    const { code } = await runHere(["browsers", "fs", ...words("site")], { home, env: { TMPDIR: "/nowhere" } });
    expect(code).toBe(0);
    expect(server.uploads[0]?.bytes).toBeGreaterThan(1_000_000);
    const other = await uploadServer();
    await runHere(["browsers", "fs", ...words("site")], { home, env: other.env });
    expect(other.uploads[0]?.bytes).toBeLessThan(10_000);
  });

  test.each<[string, (path: string) => void]>([
    ["shrinks", (path) => truncateSync(path, 7_000_000)],
    ["grows", (path) => appendFileSync(path, "more")],
    ["vanishes", (path) => rmSync(path)],
    ["becomes a link", (path) => (rmSync(path), symlinkSync("/etc/hostname", path))],
  ])("a file that %s while its folder is sent is exit 10, and the archive is never whole", async (_what, change) => {
    const home = homeWith({ "site/first": Buffer.concat([data, data, data]), "site/second": data });
    const { server, cli } = await sentApart([...words("site"), "-o", "json"], home, [{ stallAfter: 100_000 }]);
    await server.received(100_000);
    change(join(home.dir, "site/second"));
    server.release();
    expect(jsonError(await cli.done)).toMatchObject({
      exit_code: 10,
      message: 'cannot pack "site": "second" changed while it was packed; try again when nothing writes to it',
    });
    expect(server.uploads).toHaveLength(1);
    expect(server.uploads[0]?.whole).toBe(false);
  });

  test.skipIf(process.getuid?.() === 0)("a file that cannot be read is exit 10 before the network", async () => {
    const home = homeWith({ "site/big": data });
    chmodSync(join(home.dir, "site/big"), 0);
    const error = jsonError(await runHere(["browsers", "fs", ...words("site"), "-o", "json"], { home, env: nowhere }));
    expect(error).toMatchObject({ exit_code: 10, message: expect.stringContaining("big") });
  });

  test.each<[string, Uint8Array | string]>([
    ["no archive", "just text"],
    ["a cut one", rawZip([{ name: "a", data: randomBytes(5_000) }]).subarray(0, 3_000)],
    ["a name that leads out", rawZip([{ name: "../a", data: "x" }])],
    ["a link", rawZip([{ name: "a", data: "/etc/passwd", mode: 0o120777 }])],
    ["an encrypted one", rawZip([{ name: "a", data: "x", flags: 1 }])],
    ["nothing", ""],
  ])("%s is exit 10 before the network", async (_what, content) => {
    const home = homeWith({ "x.zip": content });
    const error = jsonError(await runHere(["browsers", "fs", ...words("x.zip"), "-o", "json"], { home, env: nowhere }));
    expect(error).toMatchObject({ exit_code: 10, message: expect.stringContaining('cannot send "x.zip": ') });
  });

  test("a folder that is not there is exit 10, --dest that is not absolute exit 2", async () => {
    const run = async (...args: string[]) =>
      jsonError(await runHere(["browsers", "fs", ...args, "-o", "json"], { env: nowhere }));
    expect(await run(...words("none"))).toMatchObject({ exit_code: 10, message: expect.stringContaining('"none"') });
    expect(await run("upload-zip", "s1", "none", "--dest", "x")).toMatchObject({
      exit_code: 2,
      message: expect.stringContaining("--dest: must be an absolute path"),
    });
  });
});

describe("an answer that comes before the end", () => {
  test.each([
    [413, 0],
    [413, 3_000_000],
    [404, 0],
    [401, 1],
    [500, 3_000_000],
  ])("%d after %d bytes is what is reported", async (status, answerAfter) => {
    const home = homeWith({ big: data });
    const words = ["upload", "s1", "big", "--dest", "/x", "-o", "json"];
    const { cli, server } = await sentApart(words, home, [{ status, answerAfter }]);
    const error = jsonError(await cli.done);
    expect(error).toMatchObject({ code: `code_${status}`, message: `it is ${status}`, http_status: status });
    expect(server.uploads).toHaveLength(1);
    expect(server.uploads[0]?.whole).toBe(false);
  });

  test("a connection that is only closed is exit 5", async () => {
    const home = homeWith({ big: data });
    const { cli } = await sentApart(["upload", "s1", "big", "--dest", "/x", "-o", "json"], home, [
      { cutAfter: 500_000 },
    ]);
    expect(jsonError(await cli.done)).toMatchObject({
      exit_code: 5,
      message: expect.stringMatching(/^cannot reach .*: the connection was /),
    });
  });
});

describe("files that cannot be sent", () => {
  const upload = (...paths: string[]): string[] => ["upload", "s1", ...paths, "--dest", "/x/", "-o", "json"];
  test.each<[string, string, string]>([
    ["missing", "none", 'cannot read "none": no such file or folder'],
    ["a folder", "dir", 'cannot read "dir": is a folder'],
    ["a device", "/dev/null", 'cannot read "/dev/null": is no file'],
    ["below a file", "f/x", 'cannot read "f/x": a part of the path is not a folder'],
  ])("%s: exit 10 before the network", async (_what, path, message) => {
    const home = homeWith({ f: "1", "dir/f": "1" });
    const error = jsonError(await runHere(["browsers", "fs", ...upload("f", path)], { home, env: nowhere }));
    expect(error).toMatchObject({ exit_code: 10, message });
  });

  test("one that may not be read is exit 10 and named", async () => {
    const home = homeWith({ "secret.txt": "1" });
    await execa("chmod", ["000", join(home.dir, "secret.txt")]);
    const server = await uploadServer();
    // Root may read everything unless that is taken from it.
    const words = [process.execPath, program, "browsers", "fs", ...upload("secret.txt")];
    const drop = process.getuid?.() === 0 ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] : [];
    const [file = "", ...rest] = [...drop, ...words];
    const result = await execa(file, rest, {
      cwd: home.dir,
      env: { ...home.env, ...server.env },
      extendEnv: false,
      reject: false,
    });
    expect([result.exitCode, result.stdout]).toEqual([10, ""]);
    expect(result.stderr).toContain(String.raw`cannot read \"secret.txt\": permission denied`);
  });

  test.each<[string, (path: string) => void, string]>([
    ["vanishes", (path) => rmSync(path), 'cannot read "second": no such file or folder'],
    ["grows", (path) => appendFileSync(path, "more"), '"second" changed while it was sent'],
    ["shrinks", (path) => writeFileSync(path, "1"), '"second" changed while it was sent'],
    ["is written anew", (path) => writeFileSync(path, data), '"second" changed while it was sent'],
  ])("one that %s before its turn comes is exit 10, and not tried again", async (_what, change, message) => {
    const home = homeWith({ first: data, second: data });
    const { server, cli } = await sentApart(upload("first", "second"), home, [{ stallAfter: 100_000 }]);
    await server.received(100_000);
    change(join(home.dir, "second"));
    server.release();
    expect(jsonError(await cli.done)).toMatchObject({ exit_code: 10, message });
    expect(server.uploads).toHaveLength(1);
    expect(server.uploads[0]?.whole).toBe(false);
  });

  test("one that changes under way is exit 10 too", async () => {
    // More than the buffers between the two can hold: it is still being read when it changes.
    const home = homeWith({ only: Buffer.alloc(64 * 2 ** 20) });
    const { server, cli } = await sentApart(["write", "s1", "/x", "@only", "-o", "json"], home, [
      { stallAfter: 100_000 },
    ]);
    await server.received(100_000);
    appendFileSync(join(home.dir, "only"), "more");
    server.release();
    expect(jsonError(await cli.done)).toMatchObject({ exit_code: 10, message: '"only" changed while it was sent' });
    expect(server.uploads).toHaveLength(1);
  });

  test("a temporary file that does not fit is exit 10, named, and gone", async () => {
    const home = homeWith({ "site/big": Buffer.concat([data, Buffer.alloc(data.length)]) });
    const tmp = mkdtempSync(join(home.dir, "tmp-"));
    const server = await uploadServer();
    const full = async (words: string, input?: Buffer) => {
      // A limit on the size of files is what every user can set; the system says so as a full disk does.
      const script = `ulimit -f 2000; trap '' XFSZ; exec ${quote(process.execPath)} ${quote(program)} browsers fs ${words}`;
      const env = { ...home.env, ...server.env, TMPDIR: tmp, NODE_DISABLE_COMPILE_CACHE: "1" };
      return execa("bash", ["-c", script], {
        cwd: home.dir,
        env,
        extendEnv: false,
        reject: false,
        ...(input ? { input } : { stdin: "ignore" as const }),
      });
    };
    for (const result of [await full("upload-zip s1 site --dest /x"), await full("write s1 /x -", data)]) {
      expect(result.exitCode).toBe(10);
      expect(result.stderr).toMatch(/^error: cannot (pack "site|write ".*stdin)/);
    }
    expect(readdirSync(tmp)).toEqual([]);
    expect(server.uploads).toEqual([]);
  });
});

describe("interrupted at half", () => {
  test.each<[string, string[], NodeJS.Signals, number]>([
    ["a form", ["upload", "s1", "big", "--dest", "/x"], "SIGINT", 130],
    ["a file", ["write", "s1", "/x", "@big"], "SIGTERM", 143],
    ["a folder that is packed", ["upload-zip", "s1", "site", "--dest", "/x"], "SIGINT", 130],
    ["a folder that was packed", ["upload-zip", "s1", "packed", "--dest", "/x"], "SIGINT", 130],
    ["a pipe that was kept", ["write", "s1", "/x", "-"], "SIGINT", 130],
  ])("%s: exit 130 or 143, and nothing is left", async (_what, words, signal, exit) => {
    const home = homeWith({
      big: data,
      "site/big": data,
      "packed/big": Buffer.concat([data, Buffer.alloc(data.length)]),
    });
    const options = words.includes("-") ? { stdin: data } : {};
    const { server, cli, staged } = await sentApart(words, home, [{ stallAfter: 4_000_000 }], options);
    await until(() => server.uploads.length === 1, { what: () => "the upload to begin" });
    await server.received(4_000_000);
    cli.kill(signal);
    const { code, stdout } = await cli.done;
    expect([code, stdout]).toEqual([exit, ""]);
    expect(staged()).toEqual([]);
  });

  test("while the pipe is still read", async () => {
    const home = temporaryHome();
    const { server, cli, staged } = await sentApart(["write", "s1", "/x", "-"], home, [{}], { tty: true });
    await cli.shows("reading <content> from the terminal");
    expect(staged()).toHaveLength(1);
    cli.write("\u0003");
    expect((await cli.done).code).toBe(130);
    expect([staged(), server.uploads]).toEqual([[], []]);
  });
});

describe("progress", () => {
  test("nothing in a pipe, a line for each 10 % with plain, nothing with none or --quiet", async () => {
    const home = homeWith({ big: data });
    const words = ["upload", "s1", "big", "--dest", "/x"];
    const said = 'Uploaded "big" to /x (7.6 MiB).\n';
    expect((await sent(words, home)).stderr).toBe(said);
    const { stderr } = await sent([...words, "--progress", "plain"], home);
    expect(stderr.split("\n").filter((line) => line.startsWith("Uploading"))).toEqual(
      [10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((percent) => `Uploading "big": ${percent} % of 7.6 MiB`),
    );
    expect((await sent([...words, "--progress", "none"], home)).stderr).toBe(said);
    expect((await sent([...words, "--progress", "plain", "--quiet"], home)).stderr).toBe("");
  });

  test("a bar at a terminal, gone when it is done", async () => {
    const home = homeWith({ big: data });
    const words = ["upload", "s1", "big", "--dest", "/x"];
    const { server, cli } = await sentApart(words, home, [{ stallAfter: 1_000_000 }], { tty: true });
    await cli.shows("MiB of 7.6 MiB");
    await cli.shows("█");
    server.release();
    const { code, stdout } = await cli.done;
    expect([code, stdout.trimEnd().split("\n").at(-1)]).toEqual([
      0,
      expect.stringMatching(/Uploaded "big" to \/x \(7\.6 MiB\)\.$/),
    ]);
  });
});

describe("on the way", () => {
  test("a proxy takes it as it is", async () => {
    const home = homeWith({ big: data });
    const server = await uploadServer();
    const proxy = await proxyServer({ "api.test:80": server.port });
    const env = { ...server.env, BROWSERCTL_BASE_URL: "http://api.test", HTTP_PROXY: proxy.url };
    const words = ["browsers", "fs", "write", "s1", "/x", "@big", "--insecure-http"];
    expect(await runCli(words, { home, env })).toMatchObject({ code: 0 });
    expect(proxy.asked).toHaveLength(1);
    expect(server.uploads[0]).toMatchObject({ bytes: data.length, sha256: sum(data) });
    expect(server.uploads[0]?.headers["content-length"]).toBe(String(data.length));
  });

  test("TLS too, through a proxy's tunnel, and its early refusals", async () => {
    const home = homeWith({ big: data });
    const pair = {
      cert: readFileSync(certificate("elsewhere")),
      key: readFileSync(certificate("elsewhere").replace(/crt$/, "key")),
    };
    const server = await uploadServer([{}, { status: 413, answerAfter: 100_000 }], pair);
    const proxy = await proxyServer({ "elsewhere.example:443": server.port });
    const env = {
      ...server.env,
      BROWSERCTL_BASE_URL: "https://elsewhere.example",
      NODE_EXTRA_CA_CERTS: certificate("elsewhere"),
      HTTPS_PROXY: proxy.url,
    };
    const words = ["browsers", "fs", "upload", "s1", "big", "--dest", "/x", "-o", "json"];
    expect(await runCli(words, { home, env })).toMatchObject({ code: 0 });
    expect(server.uploads[0]?.headers["content-length"]).toBe(String(server.uploads[0]?.bytes));
    expect(jsonError(await runCli(words, { home, env }))).toMatchObject({ http_status: 413, message: "it is 413" });
  });
});
