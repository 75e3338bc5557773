import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type CliResult,
  type HereOptions,
  type Home,
  jsonError,
  program,
  quote,
  runHere,
  startCli,
  temporaryHome,
} from "../../../support/cli/run-cli.ts";
import { type Answer, apiServer } from "../../../support/servers/api-server.ts";
import { type FileStep, fileServer } from "../../../support/servers/file-server.ts";
import { nowhere } from "../../../support/servers/nowhere.ts";
import { until } from "../../../support/until.ts";
import { rawZip } from "../../../support/zip.ts";

const data = randomBytes(400_000);

async function read(
  args: readonly string[],
  answer: Answer,
  options: HereOptions = {},
): Promise<CliResult & { home: Home }> {
  const home = temporaryHome();
  const server = await apiServer({ request: "GET /browsers/s1/fs/read_file?path=%2Fx", answer });
  return {
    ...(await runHere(["browsers", "fs", "read", "s1", "/x", ...args], { ...options, home, env: server.env })),
    home,
  };
}

describe("fs read", () => {
  test("fs read prints a file byte for byte in a pipe, and nothing else", async () => {
    for (const args of [[], ["--out", "-"]]) {
      const { code, bytes, stderr } = await read(args, { body: data });
      expect([code, bytes.equals(data), stderr]).toEqual([0, true, ""]);
    }
    expect((await read([], { body: "" })).bytes).toHaveLength(0);
  });

  test("fs read at a terminal escapes text and refuses a binary file", async () => {
    const tty = { stdout: true, stderr: true };
    expect((await read([], { body: "é\u001b]52;c;x\u0007\n" }, { tty })).stdout).toBe("é␛]52;c;x␇\n");
    const binary = await read([], { body: Buffer.from([1, 0, 2]) }, { tty });
    expect([binary.code, binary.stdout]).toEqual([2, ""]);
    expect(binary.stderr).toContain("the file is binary and stdout is a terminal");
  });

  test("fs read -o json is a string, or exit 2 for a binary file", async () => {
    expect(JSON.parse((await read(["-o", "json"], { body: "a\u001b\n" })).stdout)).toBe("a\u001b\n");
    expect(jsonError(await read(["-o", "json"], { body: Buffer.from([0xff, 0xfe]) }))).toMatchObject({ exit_code: 2 });
  });

  test("fs read --out writes a file, and replaces it only with --force", async () => {
    const { code, stderr, home } = await read(["--out", "f"], { body: data });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Saved f \(391 KiB, SHA-256 [0-9a-f]{64}\)\.\n$/)]);
    expect(readFileSync(join(home.dir, "f")).equals(data)).toBe(true);
  });

  test("fs read of a missing file is exit 4, with nothing on stdout", async () => {
    const answer = { status: 404, json: { code: "not_found", message: 'there is no "/x"' } };
    expect(jsonError(await read(["-o", "json"], answer))).toMatchObject({ exit_code: 4, message: 'there is no "/x"' });
  });

  test("fs read of an empty or Windows path is refused before the network", async () => {
    for (const verb of ["read", "download"]) {
      for (const path of ["", "C:\\x", "C:/x", "..\\x"]) {
        const words = ["browsers", "fs", verb, "s1", path, "-o", "json"];
        const error = jsonError(await runHere(words, { env: nowhere }));
        expect(error).toMatchObject({
          exit_code: 2,
          message: expect.stringMatching(/^<path>: must be an absolute path/),
        });
      }
    }
  });

  test("fs read resumes after a cut; a file that changes meanwhile is exit 5", async () => {
    const run = async (...steps: FileStep[]): Promise<CliResult> =>
      runHere(["browsers", "fs", "read", "s1", "/x"], { env: (await fileServer(data, ...steps)).env });
    const cut = await run({ cutAfter: 100_000 }, { cutAfter: 100_000 }, {});
    expect([cut.code, cut.bytes.equals(data)]).toEqual([0, true]);
    const changed = await run({ cutAfter: 100_000 }, { tag: '"two"' });
    expect([changed.code, changed.stderr]).toEqual([5, 'error: "/x" changed while it was downloaded\n']);
  });

  test("fs read --progress plain prints to stderr", async () => {
    const { stderr, bytes } = await read(["--progress", "plain"], { body: data });
    expect(stderr.trimEnd().split("\n").at(-1)).toBe('Downloading "/x": 100% of 391 KiB');
    expect(bytes.equals(data)).toBe(true);
  });
});

describe("fs download", () => {
  const words = ["browsers", "fs", "download", "s1"];
  test.each(["/", "/a/..", "/a/.", "/a/b\\c", "/a/c:d"])("fs download of %s needs a usable file name", async (path) => {
    const error = jsonError(await runHere([...words, path, "-o", "json"], { env: nowhere }));
    expect(error).toMatchObject({ exit_code: 2, hint: "add --out FILE" });
  });

  test("a closed stdout ends fs download quietly", async () => {
    const server = await fileServer(randomBytes(5_000_000));
    const home = temporaryHome();
    const script = `${quote(process.execPath)} ${quote(program)} ${words.join(" ")} /x --out - | head -c 10 | wc -c; echo "\${PIPESTATUS[0]}"`;
    const child = spawn("bash", ["-c", script], { cwd: home.dir, env: { ...home.env, ...server.env } });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk) => (out += chunk));
    child.stderr.on("data", (chunk) => (err += chunk));
    await once(child, "close");
    expect([out.split(/\s+/).filter(Boolean), err]).toEqual([["10", "0"], ""]);
  });

  test("fs download to a full stdout is exit 10", async () => {
    const server = await fileServer(data);
    const home = temporaryHome();
    const script = `exec ${quote(process.execPath)} ${quote(program)} ${words.join(" ")} /x --out - > /dev/full`;
    const child = spawn("bash", ["-c", script], { cwd: home.dir, env: { ...home.env, ...server.env } });
    let err = "";
    child.stderr.on("data", (chunk) => (err += chunk));
    const [code] = await once(child, "close");
    expect([code, err]).toEqual([10, expect.stringContaining("error: cannot write to stdout: ")]);
  });

  test("SIGTERM during fs download leaves no file, exit 143; only a terminal shows retries", async () => {
    const home = temporaryHome();
    const server = await fileServer(data, { cutAfter: 100_000 }, { stallAfter: 100_000 });
    const cli = startCli([...words, "/x"], { home, env: server.env });
    await until(() => server.ranges.length === 2, { what: () => "the second connection" });
    cli.kill("SIGTERM");
    expect(await cli.done).toMatchObject({ code: 143, stdout: "", stderr: "error: interrupted\n" });
    expect(readdirSync(home.dir).filter((name) => name.includes("x"))).toEqual([]);
    const seen = await fileServer(data, { cutAfter: 100_000 }, {});
    const person = startCli([...words, "/x"], { home, env: seen.env, tty: true });
    const { code, stdout } = await person.done;
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/note: the connection was lost after \d+ bytes; resuming in \d s/),
    ]);
  });

  test("fs download --debug shows every attempt", async () => {
    const server = await fileServer(data, { cutAfter: 100_000 }, {});
    const { stderr } = await runHere([...words, "/x", "--debug"], { env: server.env });
    expect(stderr.match(/^> GET /gm)).toHaveLength(2);
    expect(stderr).toMatch(/^> range: bytes=\d+-$/m);
    expect(stderr).toMatch(/^< 206 /m);
  });
});

describe("fs download-dir", () => {
  const words = ["browsers", "fs", "download-dir", "s1", "/home/user/site"];
  const archive = rawZip([
    { name: "in/", mode: 0o40755 },
    { name: "in/a.txt", data },
    { name: "b.txt", data: "b" },
  ]);
  test("fs download-dir saves an archive, or a directory", async () => {
    const home = temporaryHome();
    const server = await fileServer(archive);
    const saved = await runHere([...words, "--out", "site.zip"], { home, env: server.env });
    expect([saved.code, readFileSync(join(home.dir, "site.zip")).equals(archive)]).toEqual([0, true]);
    const taken = await runHere([...words, "--extract", "site"], { home, env: server.env });
    expect([taken.code, taken.stderr]).toEqual([0, "Extracted 3 entries to site (391 KiB).\n"]);
    expect(readFileSync(join(home.dir, "site/in/a.txt")).equals(data)).toBe(true);
    expect(readdirSync(home.dir).sort()).toEqual(["site", "site.zip"]);
  });

  test("fs download-dir needs --out or --extract, before the network", async () => {
    for (const args of [[], ["--out", "x", "--extract", "y"]]) {
      const error = jsonError(await runHere([...words, ...args, "-o", "json"], { env: nowhere }));
      expect(error).toMatchObject({ exit_code: 2, message: "give either --out FILE or --extract DIR" });
    }
  });

  test("fs download-dir of an invalid archive is exit 1 before anything is written", async () => {
    const home = temporaryHome();
    for (const [bytes, line] of [
      [Buffer.from("<html>\nlog in"), ": <html>"],
      [Buffer.alloc(0), ""],
    ] as const) {
      const server = await fileServer(bytes);
      for (const args of [
        ["--extract", "site"],
        ["--out", "site.zip"],
      ]) {
        const error = jsonError(await runHere([...words, ...args, "-o", "json"], { home, env: server.env }));
        expect(error).toMatchObject({
          exit_code: 1,
          code: "bad_answer",
          message: `the service answered 200 with application/zip that is not zip${line}`,
        });
      }
    }
    expect(readdirSync(home.dir)).toEqual([]);
  });

  test.each<[string, Buffer]>([
    ["a cut one", archive.subarray(0, 200_000)],
    ["a name that leads out", rawZip([{ name: "../a", data: "x" }])],
    ["a link", rawZip([{ name: "a", data: "/etc/passwd", mode: 0o120777 }])],
    ["wrong bytes", rawZip([{ name: "a", data: "x", crc: 7 }])],
  ])("%s is exit 10, and nothing is left", async (_what, bytes) => {
    const home = temporaryHome();
    const server = await fileServer(bytes);
    const error = jsonError(await runHere([...words, "--extract", "site", "-o", "json"], { home, env: server.env }));
    expect(error).toMatchObject({
      exit_code: 10,
      message: expect.stringContaining('cannot extract "/home/user/site": '),
    });
    expect(readdirSync(home.dir)).toEqual([]);
  });

  test("fs download-dir restarts when the archive was created anew after a cut", async () => {
    const home = temporaryHome();
    const other = rawZip([{ name: "other", data: "x" }]);
    const server = await fileServer(
      archive,
      { cutAfter: 100_000, tag: null, ranges: false },
      { data: other, ranges: false },
    );
    const { code, stderr } = await runHere([...words, "--extract", "site"], { home, env: server.env });
    expect([code, stderr]).toEqual([0, expect.stringContaining("changed during the download; starting again\n")]);
    expect(readdirSync(join(home.dir, "site"))).toEqual(["other"]);
  });

  test("fs download-dir keeps an existing archive", async () => {
    const home = temporaryHome();
    writeFileSync(join(home.dir, "site.zip"), "old");
    const server = await fileServer(archive);
    expect((await runHere([...words, "--out", "site.zip"], { home, env: server.env })).code).toBe(10);
    expect(readFileSync(join(home.dir, "site.zip"), "utf8")).toBe("old");
  });
});
