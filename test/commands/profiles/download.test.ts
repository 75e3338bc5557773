import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { execa } from "execa";
import { type Header, pack } from "tar-stream";
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
} from "../../support/cli/run-cli.ts";
import { type Answer, type ApiServer, apiServer } from "../../support/servers/api-server.ts";
import { type FileStep, fileServer } from "../../support/servers/file-server.ts";
import { nowhere } from "../../support/servers/nowhere.ts";
import { until } from "../../support/until.ts";
import { rawZip } from "../../support/zip.ts";

const blob = randomBytes(300_000);
const legacy = Buffer.from('{"cookies":[],"origins":[]}');

type Entry = Partial<Header> & { name: string } & { data?: Buffer | string };

/** A tar archive, of entries that no honest tool would write too. */
async function tar(...entries: Entry[]): Promise<Buffer> {
  const packed = pack();
  for (const { data, ...header } of entries) {
    if (data === undefined) packed.entry(header);
    else packed.entry(header, data);
  }
  packed.finalize();
  return Buffer.from(await new Response(packed as never).arrayBuffer());
}

const directory = (): Promise<Buffer> =>
  tar(
    { name: "Default/", type: "directory", mode: 0o700 },
    { name: "Default/Cookies", data: blob, mode: 0o600 },
    { name: "Local State", data: "{}" },
  );

async function downloaded(
  args: readonly string[],
  answer: Answer,
  options: HereOptions & { record?: object; asked?: string } = {},
): Promise<CliResult & { home: Home; server: ApiServer }> {
  const { record = {}, asked = "", ...more } = options;
  const profile = { id: "p1", created_at: "2026-01-02T03:04:05Z", name: "work", ...record };
  const home = more.home ?? temporaryHome();
  const named = args.includes("--out") || args.includes("--extract");
  const server = await apiServer(...(named ? [] : [{ request: "GET /profiles/work", answer: { json: profile } }]), {
    request: `GET /profiles/work/download${asked}`,
    answer,
  });
  const result = await runHere(["profiles", "download", "work", ...args], { ...more, home, env: server.env });
  return { ...result, home, server };
}

/** A profile as a service that can be cut and changed sends it, whatever is asked for. */
async function extracted(
  steps: FileStep[],
  archive: Buffer,
  home = temporaryHome(),
): Promise<CliResult & { home: Home }> {
  const server = await fileServer(archive, ...steps);
  const words = ["profiles", "download", "work", "--extract", "out"];
  return { ...(await runHere(words, { home, env: server.env })), home };
}

describe("profiles download", () => {
  test("is named after the profile, and ends as what it is", async () => {
    const archive = await directory();
    for (const [body, ending, format] of [
      [zstdCompressSync(archive), ".tar.zst", "tar.zst"],
      [archive, ".tar", "tar"],
      [legacy, ".json", "json"],
    ] as const) {
      // This is not where its name comes from.
      const headers = { "content-disposition": 'attachment; filename="../../evil.sh"' };
      const { code, stdout, stderr, home } = await downloaded(["-o", "json"], { body, headers });
      expect([code, stderr]).toEqual([0, ""]);
      const path = join(home.dir, `work${ending}`);
      const sha256 = createHash("sha256").update(body).digest("hex");
      expect(JSON.parse(stdout)).toEqual({ path, bytes: body.length, sha256, format });
      expect(readFileSync(path).equals(body)).toBe(true);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readdirSync(home.dir)).toEqual([`work${ending}`]);
    }
  });

  test.each([
    [{ name: null }, "p1.tar"],
    [{ name: "../up" }, "profile.tar"],
    [{ name: ".hidden" }, "profile.tar"],
    [{ name: "a\\b" }, "profile.tar"],
    [{ id: "/", name: null }, "profile.tar"],
  ])("a record %j gives the name %s", async (record, name) => {
    const { code, home } = await downloaded([], { body: await directory() }, { record });
    expect([code, readdirSync(home.dir)]).toEqual([0, [name]]);
  });

  test("a legacy profile is JSON whatever was asked for, and that is said", async () => {
    const asked = { asked: "?format=tar" };
    const own = await downloaded(["--format", "tar"], { body: legacy }, asked);
    expect(own.stderr).toMatch(
      /^note: this is a legacy profile; it is always JSON\nSaved work\.json \(27 B, SHA-256 [0-9a-f]{64}\)\.\n$/,
    );
    expect(readFileSync(join(own.home.dir, "work.json")).equals(legacy)).toBe(true);
    const named = await downloaded(["--format", "tar", "--out", "x.tar"], { body: legacy }, asked);
    expect([named.code, readdirSync(named.home.dir)]).toEqual([0, ["x.tar"]]);
    const piped = await downloaded(["--format", "tar", "--out", "-"], { body: legacy }, asked);
    expect([piped.code, piped.stdout]).toEqual([0, legacy.toString()]);
  });

  test("what only begins like a profile is exit 1, with no file, and a file that was there is kept", async () => {
    const archive = await directory();
    const packed = zstdCompressSync(archive);
    const other = await tar({ name: "index.html", data: "x" });
    for (const [body, why] of [
      [Buffer.from("{}"), "has neither cookies nor origins"],
      [Buffer.from("[]"), "must be a JSON object"],
      [Buffer.from('{"error":"sign in"}'), "has neither cookies nor origins"],
      [Buffer.from('{"cookies":[{}]}'), "cookies[0].name"],
      [Buffer.from('{"cookies":['), "is not JSON"],
      [other, 'neither "Default"'],
      [zstdCompressSync(other), 'neither "Default"'],
      [packed.subarray(0, packed.length - 20), "is not a valid one"],
      [archive.subarray(0, 700), "is not a valid one"],
      [Buffer.concat([packed.subarray(0, 40), Buffer.alloc(4_000_000, 7)]), "is not a valid one"],
    ] as const) {
      const home = temporaryHome();
      writeFileSync(join(home.dir, "f"), "kept");
      const forced = await downloaded(["--out", "f", "--force"], { body }, { home });
      expect([forced.code, forced.stderr]).toEqual([1, expect.stringContaining(why)]);
      expect(readFileSync(join(home.dir, "f"), "utf8")).toBe("kept");
      const own = await downloaded(["-o", "json"], { body });
      expect(jsonError(own)).toMatchObject({ code: "bad_answer", exit_code: 1 });
      expect([readdirSync(home.dir), readdirSync(own.home.dir)]).toEqual([["f"], []]);
    }
  });

  test("one that was never saved is exit 4, and no file", async () => {
    for (const args of [[], ["--out", "f"], ["--out", "-"], ["--extract", "out"]]) {
      const { code, stdout, stderr, home } = await downloaded(args, { status: 202 });
      expect([code, stdout, readdirSync(home.dir)]).toEqual([4, "", []]);
      expect(stderr).toBe(
        'error: profile "work" has nothing to download yet: no session with --save-profile-changes has saved it\n',
      );
    }
  });

  test("one that is not there is exit 4 with the service's words", async () => {
    const answer = { status: 404, json: { code: "not_found", message: 'there is no profile "work"' } };
    const result = await downloaded(["--out", "f", "-o", "json"], answer);
    expect(jsonError(result)).toMatchObject({ exit_code: 4, message: 'there is no profile "work"' });
  });

  test("what makes no sense is refused before the network", async () => {
    const run = (args: string[], tty = {}) => runHere(["profiles", "download", "work", ...args], { env: nowhere, tty });
    expect(await run(["--out", "f", "--extract", "d"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--extract: cannot be used together with --out"),
    });
    expect(await run(["--format", "zip"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--format: must be one of tar.zst, tar, not "zip"'),
    });
    expect(await run(["--out", "-"], { stdout: true })).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("the result is binary and stdout is a terminal"),
    });
    expect(await run(["--dry-run", "-o", "json"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("/profiles/work/download"),
    });
  });
});

describe("profiles download --extract", () => {
  test.each([
    ["tar", (archive: Buffer) => archive],
    ["tar.zst", (archive: Buffer) => zstdCompressSync(archive)],
  ])("a %s becomes a directory of ours alone", async (_kind, packed) => {
    const home = temporaryHome();
    mkdirSync(join(home.dir, "out"));
    const { code, stderr } = await extracted([{}], packed(await directory()), home);
    expect([code, stderr]).toEqual([0, "Extracted 3 entries to out (293 KiB).\n"]);
    expect(readFileSync(join(home.dir, "out/Default/Cookies")).equals(blob)).toBe(true);
    expect(readFileSync(join(home.dir, "out/Local State"), "utf8")).toBe("{}");
    expect(statSync(join(home.dir, "out")).mode & 0o777).toBe(0o700);
    expect(readdirSync(home.dir)).toEqual(["out"]);
  });

  test("a connection that is cut is gone on with; a profile that changes is begun anew", async () => {
    const archive = zstdCompressSync(await directory());
    const cut = await extracted([{ cutAfter: 100_000 }, { cutAfter: 100_000 }, {}], archive);
    expect([cut.code, readFileSync(join(cut.home.dir, "out/Default/Cookies")).equals(blob)]).toEqual([0, true]);
    const other = await tar({ name: "other", data: "x" });
    const changed = await extracted([{ cutAfter: 100_000 }, { data: other, tag: '"two"' }, {}], archive);
    expect([changed.code, readdirSync(join(changed.home.dir, "out"))]).toEqual([0, ["other"]]);
    expect(changed.stderr).toContain('note: profile "work" changed during the download; starting again\n');
  });

  test.each<[string, Entry[], RegExp]>([
    ["a name that leads out", [{ name: "../evil", data: "x" }], /"\.\.\/evil"/],
    ["one that leads out on a way", [{ name: "a/../../evil", data: "x" }], /"a\/\.\.\/\.\.\/evil"/],
    ["an absolute one", [{ name: "/tmp/evil", data: "x" }], /"\/tmp\/evil"/],
    [
      "a symbolic link",
      [{ name: "l", type: "symlink", linkname: "/etc" }],
      /"l" is a symbolic link; only files and directories/,
    ],
    [
      "a hard link",
      [{ name: "l", type: "link", linkname: "/etc/passwd" }],
      /"l" is a link; only files and directories/,
    ],
    ["a pipe", [{ name: "p", type: "fifo" }], /"p" is a pipe/],
    ["a device", [{ name: "d", type: "character-device", devmajor: 1, devminor: 3 }], /"d" is a character device/],
    [
      "one name twice",
      [
        { name: "a", data: "1" },
        { name: "a", data: "2" },
      ],
      /two entries at "a"/,
    ],
    [
      "a file as a directory",
      [
        { name: "a", data: "1" },
        { name: "a/b", data: "2" },
      ],
      /two entries at "a\/b"/,
    ],
  ])("%s is exit 10, and nothing is left", async (_what, entries, message) => {
    const archive = await tar({ name: "good", data: "1" }, ...entries);
    for (const bytes of [archive, zstdCompressSync(archive)]) {
      const { code, stdout, stderr, home } = await extracted([{}], bytes);
      expect([code, stdout, readdirSync(home.dir)]).toEqual([10, "", []]);
      expect(stderr).toMatch(/^error: cannot extract "profile work": /);
      expect(stderr).toMatch(message);
    }
    expect(existsSync("/tmp/evil")).toBe(false);
  });

  test("what is not a profile is exit 1, and nothing is left", async () => {
    for (const bytes of [rawZip([{ name: "a", data: "x" }]), Buffer.from("what is this"), Buffer.alloc(0)]) {
      const { code, stderr, home } = await extracted([{}], bytes);
      expect([code, readdirSync(home.dir)]).toEqual([1, []]);
      expect(stderr).toMatch(
        /^error: the service answered 200 with application\/octet-stream that is not zstd or tar or/,
      );
    }
  });

  test("an archive that is cut is exit 10", async () => {
    const archive = await directory();
    const packed = zstdCompressSync(archive);
    for (const bytes of [
      archive.subarray(0, 100_000),
      archive.subarray(0, -1_024),
      packed.subarray(0, 100_000),
      packed.subarray(0, -4),
    ]) {
      const { code, stderr, home } = await extracted([{}], bytes);
      expect([code, stderr, readdirSync(home.dir)]).toEqual([10, expect.anything(), []]);
      expect(stderr).toMatch(/^error: cannot extract "profile work": (the archive is |it is )/);
    }
  });

  test("a legacy profile has nothing to extract: exit 2 with the way to save it", async () => {
    const { code, stderr, home } = await extracted([{}], legacy);
    expect([code, readdirSync(home.dir)]).toEqual([2, []]);
    expect(stderr).toBe(
      'error: profile "work" is a legacy profile in JSON; it has no files to extract\nhint: browserctl profiles download work\n',
    );
  });

  test("a directory that is not empty, a file, and a missing directory above are exit 10 before the network", async () => {
    const home = temporaryHome();
    mkdirSync(join(home.dir, "full"));
    writeFileSync(join(home.dir, "full/x"), "1");
    for (const [dir, message] of [
      ["full", '"full" already exists and is not empty'],
      ["full/x", 'cannot write to "full/x": a part of the path is not a directory'],
      ["none/out", "no such file or directory"],
    ] as const) {
      const words = ["profiles", "download", "work", "--extract", dir, "-o", "json"];
      const error = jsonError(await runHere(words, { home, env: nowhere }));
      expect(error).toMatchObject({ exit_code: 10, message: expect.stringContaining(message) });
    }
    expect(readdirSync(home.dir)).toEqual(["full"]);
  });

  test("Ctrl-C at half leaves nothing", async () => {
    const home = temporaryHome();
    const server = await fileServer(await directory(), { stallAfter: 150_000 });
    const cli = startCli(["profiles", "download", "work", "--extract", "out"], { home, env: server.env });
    const staging = (): string[] => readdirSync(home.dir).filter((name) => name.startsWith(".browserctl-"));
    await until(() => staging().some((name) => existsSync(join(home.dir, name, "Default/Cookies"))), {
      what: () => "the first file",
    });
    cli.kill("SIGINT");
    expect((await cli.done).code).toBe(130);
    expect([staging(), existsSync(join(home.dir, "out"))]).toEqual([[], false]);
  });

  test("a full disk is exit 10 with the file's name, and nothing is left", async () => {
    const home = temporaryHome();
    const server = await fileServer(await directory());
    const words = `${quote(process.execPath)} ${quote(program)} profiles download work --extract out`;
    const result = await execa("bash", ["-c", `ulimit -f 100; trap '' XFSZ; exec ${words}`], {
      cwd: home.dir,
      env: { ...home.env, ...server.env, NODE_DISABLE_COMPILE_CACHE: "1" },
      extendEnv: false,
      reject: false,
    });
    expect([result.exitCode, result.stderr]).toEqual([10, expect.stringMatching(/^error: cannot extract "[^"]+": /)]);
    expect(readdirSync(home.dir).filter((name) => /out|browserctl-/.test(name))).toEqual([]);
  });
});
