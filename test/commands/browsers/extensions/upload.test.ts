import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { packDirectory } from "../../../../src/archive/pack-directory.ts";
import {
  type CliResult,
  type HereOptions,
  type Home,
  jsonError,
  runHere,
  startCli,
} from "../../../support/cli/run-cli.ts";
import { type Answer, type ApiServer, apiServer, type Step } from "../../../support/servers/api-server.ts";
import { token } from "../../../support/servers/loopback.ts";
import { nowhere } from "../../../support/servers/nowhere.ts";
import { homeWith, parts, sound } from "../../extensions/support/extension-homes.ts";

const call = "POST /browsers/s1/extensions";
const done: Step = { request: call, answer: { status: 201 } };

async function upload(
  args: readonly string[],
  steps: readonly Step[],
  options: HereOptions = {},
): Promise<CliResult & { server: ApiServer }> {
  const server = await apiServer(...steps);
  const words = ["browsers", "extensions", "upload", "s1", ...args];
  return { ...(await runHere(words, { ...options, env: { ...server.env, ...options.env } })), server };
}

/** Temporary folders go here, so that a test sees what is left of them. */
function temporaryFiles(): string {
  const dir = mkdtempSync(join(tmpdir(), "browserctl-staging-"));
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = dir;
  onTestFinished(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    rmSync(dir, { recursive: true, force: true });
  });
  return dir;
}

/** Temporary directories, without the compile cache of Node. */
function staged(dir: string): string[] {
  return readdirSync(dir).filter((name) => name.includes("browserctl"));
}

describe("browsers extensions upload", () => {
  test("extensions upload packs a directory, sends an archive unchanged, and prints names and checksums", async () => {
    const home = homeWith({ "my ext": sound, src: { ...sound, name: "Reader", version: "2" } });
    await packDirectory(join(home.dir, "src"), join(home.dir, "reader.zip"));
    const staging = temporaryFiles();
    const result = await upload(["my ext", "reader.zip", "-o", "json"], [done], { home });
    expect(result.stderr).toBe("");
    const [seen] = result.server.requests;
    expect(seen && parts(seen)).toEqual([
      "extensions.items.name=my-ext",
      "extensions.items.zip_file=@my ext.zip",
      "extensions.items.name=reader",
      "extensions.items.zip_file=@reader.zip",
    ]);
    expect(Number(seen?.headers["content-length"])).toBeGreaterThan(500);
    const again = await packDirectory(join(home.dir, "my ext"), join(home.dir, "again.zip"));
    const zip = readFileSync(join(home.dir, "reader.zip"));
    expect(JSON.parse(result.stdout)).toEqual([
      { name: "my-ext", extension_name: "Blocker", version: "1.4.0", size_bytes: again.bytes, sha256: again.sha256 },
      {
        name: "reader",
        extension_name: "Reader",
        version: "2",
        size_bytes: zip.length,
        sha256: createHash("sha256").update(zip).digest("hex"),
      },
    ]);
    expect(staged(staging)).toEqual([]);
  });
  test("extensions upload prints the loaded extensions", async () => {
    const home = homeWith({ a: sound, b: sound });
    expect((await upload(["a"], [done], { home })).stderr).toBe("Loaded a (Blocker 1.4.0) into session s1.\n");
    const two = await upload(["a", "b", "--name", "x", "--name", "y"], [done], { home });
    expect(two.stderr).toBe("Loaded 2 extensions: x (Blocker 1.4.0), y (Blocker 1.4.0) into session s1.\n");
  });
  test("extensions upload makes names valid, and accepts the working directory", async () => {
    const home = homeWith({ ".hidden ext (1)": sound, é: sound });
    const result = await upload([".hidden ext (1)", "é"], [done], { home });
    const [seen] = result.server.requests;
    expect(seen && parts(seen).filter((part) => !part.includes("@"))).toEqual([
      "extensions.items.name=hidden-ext-1",
      "extensions.items.name=extension",
    ]);
    const here = await upload(["."], [done], { home, cwd: join(home.dir, "é") });
    expect(here.code).toBe(0);
  });
  test("extensions upload leaves out system files unless asked for them", async () => {
    const home = homeWith({ a: sound });
    mkdirSync(join(home.dir, "a", ".git"));
    writeFileSync(join(home.dir, "a", ".git", "HEAD"), "x".repeat(5_000));
    const size = async (...more: string[]): Promise<number> => {
      const { stdout } = await upload(["a", ...more, "-o", "json"], [done], { home });
      return (JSON.parse(stdout) as [{ size_bytes: number }])[0].size_bytes;
    };
    expect(await size("--include-all")).toBeGreaterThan((await size()) + 100);
  });
  test("--dry-run and --print curl of extensions upload show the form and send nothing", async () => {
    const home = homeWith({ a: sound });
    const dry = await runHere(["browsers", "extensions", "upload", "s1", "./a/", "--dry-run", "-o", "json"], {
      env: nowhere,
      home,
    });
    expect(JSON.parse(dry.stdout)).toMatchObject({
      method: "POST",
      form: ["extensions.items.name=a", "extensions.items.zip_file=@./a.zip"],
    });
    const print = await runHere(["browsers", "extensions", "upload", "s1", "a", "--print", "curl"], {
      env: nowhere,
      home,
    });
    expect(print.stdout).toContain("--form-string extensions.items.name=a -F 'extensions.items.zip_file=@a.zip;");
  });
  test("extensions upload leaves no temporary file after a failure or an interruption", async () => {
    const home = homeWith({ a: sound });
    const staging = temporaryFiles();
    const busy = { status: 409, headers: { "x-should-retry": "false" }, json: { code: "conflict", message: "busy" } };
    expect((await upload(["a"], [{ request: call, answer: busy }], { home })).code).toBe(1);
    expect(staged(staging)).toEqual([]);
    const server = await apiServer({ request: call, answer: { stall: true } });
    const cli = startCli(["browsers", "extensions", "upload", "s1", "a"], {
      home,
      env: { ...server.env, TMPDIR: staging },
    });
    await server.received(1);
    expect(staged(staging)).toHaveLength(1);
    cli.kill("SIGINT");
    expect((await cli.done).code).toBe(130);
    expect(staged(staging)).toEqual([]);
  });
});

describe("part names", () => {
  const refused = (message: string, details: object[] = []): Answer => ({
    status: 400,
    json: { code: "bad_request", message, details },
  });
  const names = (server: ApiServer): (string | undefined)[] =>
    server.requests.map((seen) => parts(seen)[0]?.split("=")[0]);
  const stored = (home: Home): unknown =>
    (JSON.parse(readFileSync(join(home.configDir, "settings.json"), "utf8")) as { contexts: unknown }).contexts;

  /** A home whose context `prod` leads to a server. */
  function context(server: ApiServer, more: object = {}): Home {
    const home = homeWith({ a: sound });
    mkdirSync(home.configDir);
    const prod = { kind: "hosted", base_url: server.url, token, ...more };
    const text = JSON.stringify({ version: 1, current: "prod", contexts: { prod }, directories: {}, values: {} });
    writeFileSync(join(home.configDir, "settings.json"), text, { mode: 0o600 });
    return home;
  }
  const words = ["browsers", "extensions", "upload", "s1", "a"];

  test.each([
    ["in its message", refused('"extensions.items.name" is not allowed here')],
    ["in its own words", refused("unexpected form field")],
    [
      "in its details",
      refused("invalid input", [{ code: "invalid_input", message: "extensions.items.zip_file: not allowed" }]),
    ],
  ])("a service that refuses long part names %s gets the short ones, later at once", async (_, answer) => {
    const server = await apiServer({ request: call, answer }, done, done);
    const home = context(server, { kept: "by a newer version" });
    expect((await runHere(words, { home })).code).toBe(0);
    expect(stored(home)).toEqual({
      prod: { kind: "hosted", base_url: server.url, token, kept: "by a newer version", extension_parts: "short" },
    });
    expect((await runHere(words, { home })).code).toBe(0);
    expect(names(server)).toEqual(["extensions.items.name", "extensions.name", "extensions.name"]);
    expect((await runHere(["context", "show", "prod", "-o", "json"], { home })).stdout).not.toContain("short");
  });
  test("a service that accepts long part names again gets them", async () => {
    const server = await apiServer({ request: call, answer: refused('unknown part "extensions.name"') }, done);
    const home = context(server, { extension_parts: "short" });
    expect((await runHere(words, { home })).code).toBe(0);
    expect(stored(home)).toEqual({ prod: { kind: "hosted", base_url: server.url, token } });
  });
  test("any other refusal is reported, and two refusals store no part names", async () => {
    const other = refused("extension a: name is loaded already");
    const server = await apiServer({ request: call, answer: other });
    const home = context(server);
    expect(jsonError(await runHere([...words, "-o", "json"], { home })).message).toBe(
      "extension a: name is loaded already",
    );
    const both = await apiServer({ request: call, answer: refused("unknown part") }, { request: call, answer: other });
    const second = context(both);
    expect((await runHere(words, { home: second })).code).toBe(1);
    expect(JSON.stringify(stored(second))).not.toContain("short");
  });
  test("part names are not stored without a context, and another login removes them", async () => {
    const server = await apiServer({ request: call, answer: refused("unknown part") }, done);
    expect((await runHere(words, { home: homeWith({ a: sound }), env: server.env })).code).toBe(0);
    const home = context(server, { extension_parts: "short" });
    const login = ["login", "--context", "prod", "--token-stdin", "--skip-check", "--yes", "--base-url"];
    await runHere([...login, server.url], { home, stdin: token });
    expect(stored(home)).toMatchObject({ prod: { extension_parts: "short" } });
    await runHere([...login, "https://other.example.com"], { home, stdin: token });
    expect(JSON.stringify(stored(home))).not.toContain("short");
  });
});

describe("refused before the network", () => {
  const refuse = async (home: Home, ...args: string[]): Promise<ReturnType<typeof jsonError>> =>
    jsonError(await runHere(["browsers", "extensions", "upload", "s1", ...args, "-o", "json"], { home, env: nowhere }));

  test.each<[string, object | string, string]>([
    ["no JSON", '{\n  "name": oops\n}', 'manifest.json: is not JSON: line 2, column 11: a value expected, "o" found'],
    ["an object only", "[]", "manifest.json: must be a JSON object"],
    [
      "v2",
      { ...sound, manifest_version: 2 },
      "manifest.json: manifest_version: is 2, which browsers no longer load; port the extension to 3, or take a newer release of it",
    ],
    ["v4", { ...sound, manifest_version: 4 }, "manifest.json: manifest_version: must be 3, not 4"],
    ["no version", { manifest_version: 3, name: "x" }, "manifest.json: version: is missing"],
    ["empty name", { ...sound, name: "" }, 'manifest.json: name: must be text that is not empty, not ""'],
  ])("%s", async (_, manifest, message) => {
    const error = await refuse(homeWith({ a: manifest }), "a");
    expect(error).toMatchObject({ exit_code: 10, code: "invalid_extension", message: `a: ${message}` });
  });
  test.each(["", "1.", "01", "1.2.3.4.5", "65536", "1.-2", "1.0-beta", "v1"])(
    "a manifest with version %j is refused",
    async (version) => {
      const { message } = await refuse(homeWith({ a: { ...sound, version } }), "a");
      expect(message).toContain("version: must be 1 to 4 numbers of 0 to 65535 with dots between");
    },
  );
  test.each(["0.1", "1", "65535.0.0.65535", "1.2.3"])("a manifest with version %j is accepted", async (version) => {
    expect((await upload(["a"], [done], { home: homeWith({ a: { ...sound, version } }) })).code).toBe(0);
  });
  test("a manifest may have comments and a byte order mark, as in browsers", async () => {
    const text = '\ufeff{ // an extension\n"manifest_version": 3, /* three */ "name": "// x", "version": "1" }';
    const result = await upload(["a"], [done], { home: homeWith({ a: text }) });
    expect(result.stderr).toBe("Loaded a (// x 1) into session s1.\n");
  });
  test("an error after comments in a manifest is named at its line and column", async () => {
    const home = homeWith({
      a: '/* one\ntwo */ { // "three"\n/* four */ "manifest_version" 3 }',
      b: '{ "name": /* open',
    });
    expect((await refuse(home, "a")).message).toContain('line 3, column 31: ":" expected, "3" found');
    expect((await refuse(home, "b")).message).toContain("line 1, column 18: the text ends, a value expected");
  });
  test("all problems of all extensions are reported together", async () => {
    const home = homeWith({ a: { manifest_version: 2, name: 5 }, "b/in/ner": sound });
    writeFileSync(join(home.dir, "c.zip"), "no zip");
    const error = await refuse(home, "a", "b", "c.zip", "missing");
    expect(error).toMatchObject({ exit_code: 10, message: "6 problems with the extensions" });
    expect((error["details"] as { message: string }[]).map(({ message }) => message)).toEqual([
      expect.stringContaining("a: manifest.json: manifest_version: is 2"),
      "a: manifest.json: name: must be text that is not empty, not 5",
      "a: manifest.json: version: is missing",
      "b: manifest.json: is missing; an extension has one at the top of its directory",
      expect.stringContaining("c.zip: it is not a zip archive"),
      "missing: no such file or directory",
    ]);
  });
  test("an archive has its manifest at the top or in its only directory; a damaged one is refused", async () => {
    const home = homeWith({ "in/one": sound, "two/a": sound, "two/b": sound });
    for (const name of ["in", "two"]) await packDirectory(join(home.dir, name), join(home.dir, `${name}.zip`));
    expect((await upload(["in.zip"], [done], { home })).code).toBe(0);
    expect((await refuse(home, "two.zip")).message).toBe(
      "two.zip: manifest.json: is missing; it must be at the top of the archive",
    );
    truncateSync(join(home.dir, "in.zip"), 60);
    expect((await refuse(home, "in.zip")).exit_code).toBe(10);
  });
  test("an extension over 50 MiB is refused", async () => {
    const home = homeWith({ a: sound, big: sound });
    writeFileSync(join(home.dir, "large.zip"), "");
    truncateSync(join(home.dir, "large.zip"), 50 * 2 ** 20 + 1);
    expect((await refuse(home, "large.zip")).message).toBe(
      "large.zip: has 52428801 bytes; the limit is 50.0 MiB (52428800 bytes)",
    );
    const noise = Buffer.alloc(51 * 2 ** 20);
    for (let at = 0, seed = 1; at < noise.length; at += 4) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
      noise.writeInt32LE(seed, at);
    }
    writeFileSync(join(home.dir, "big", "noise.bin"), noise);
    const packed = await refuse(home, "big");
    expect(packed).toMatchObject({ exit_code: 10, code: "too_large" });
    expect(packed.message).toMatch(/^"big" packed has 53\d+ bytes; the limit is 50\.0 MiB/);
  });
  test("extension names that are invalid, repeated or not as many, and over 20 extensions, are refused", async () => {
    const home = homeWith({ a: sound, "x/dist": sound, "y/dist": sound });
    expect(await refuse(home, "a", "x/dist", "--name", "one")).toMatchObject({
      exit_code: 2,
      message: "--name: must be given once for each extension, or not at all; there are 2 extensions and 1 name",
    });
    expect((await refuse(home, "a", "--name", "a/b")).message).toContain("--name: must be 1 to 255 letters");
    expect((await refuse(home, "x/dist", "y/dist")).message).toBe(
      '--name: "dist" would be the name of x/dist and y/dist; give each its own',
    );
    const many = Array.from({ length: 21 }, () => "a");
    const names = many.flatMap((_, at) => ["--name", `n${at}`]);
    expect((await refuse(home, ...many, ...names)).message).toBe("<dir|zip>: must have at most 20 items, not 21");
    const mixed = await refuse(homeWith({ a: {} }), "a", "--name", "/");
    expect(mixed).toMatchObject({ exit_code: 2, message: "4 problems with the extensions" });
  });
  test("an extension with a link out of its directory is refused", async () => {
    const home = homeWith({ a: sound });
    symlinkSync("/etc/hostname", join(home.dir, "a", "link"));
    expect((await refuse(home, "a")).message).toContain(
      'cannot pack "a": "link" is a link that leads out of the directory',
    );
  });
});
