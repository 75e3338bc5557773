import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliResult, type Home, program, runHere, startCli, temporaryHome } from "../../../support/cli/run-cli.ts";
import { type FileStep, fileServer } from "../../../support/servers/file-server.ts";
import { until } from "../../../support/until.ts";

const data = randomBytes(400_000);
const sha256 = createHash("sha256").update(data).digest("hex");
const download = ["browsers", "fs", "download", "s1", "/home/user/data.bin"];

async function fetched(
  steps: FileStep[],
  args: readonly string[] = [],
  home = temporaryHome(),
  content = data,
): Promise<CliResult & { home: Home; ranges: (string | undefined)[] }> {
  const server = await fileServer(content, ...steps);
  const result = await runHere([...download, ...args], { home, env: server.env });
  return { ...result, home, ranges: server.ranges };
}

describe("a download that nothing disturbs", () => {
  test("a download is saved under its own name, with size and checksum", async () => {
    const { code, stdout, stderr, home, ranges } = await fetched([{}], ["-o", "json"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual({ path: join(home.dir, "data.bin"), bytes: data.length, sha256 });
    expect(readFileSync(join(home.dir, "data.bin")).equals(data)).toBe(true);
    expect(readdirSync(home.dir)).toEqual(["data.bin"]);
    expect(ranges).toEqual([undefined]);
  });

  test.each(["x".repeat(255), `${"ü".repeat(125)}.png`, "🦊".repeat(63)])(
    "a download may have a name of 255 bytes (%#)",
    async (name) => {
      const { code, home } = await fetched([{}], ["--out", name]);
      expect([code, readdirSync(home.dir)]).toEqual([0, [name]]);
      expect((await fetched([{}], ["--out", name, "--force"], home)).code).toBe(0);
    },
  );

  test("a download goes to stdout, never to a terminal", async () => {
    expect((await fetched([{}], ["--out", "-"])).bytes.equals(data)).toBe(true);
    const server = await fileServer(data);
    const result = await runHere([...download, "--out", "-"], { env: server.env, tty: { stdout: true } });
    expect([result.code, result.stdout]).toEqual([2, ""]);
    expect(result.stderr).toContain("the result is binary and stdout is a terminal");
  });

  test("a download may have no length, or be empty", async () => {
    const { code, home } = await fetched([{ chunked: true }]);
    expect([code, readFileSync(join(home.dir, "data.bin")).equals(data)]).toEqual([0, true]);
    const empty = await fetched([{}], [], temporaryHome(), Buffer.alloc(0));
    expect([empty.code, readFileSync(join(empty.home.dir, "data.bin")).length]).toEqual([0, 0]);
  });
});

describe("a connection that is cut", () => {
  test.each([0, 0.25, 0.5, 0.75, 0.999])("a download cut after %f of the file is resumed by Range", async (share) => {
    const at = Math.floor(data.length * share);
    const { code, home, ranges } = await fetched([{ cutAfter: at }, {}]);
    expect(code).toBe(0);
    expect(readFileSync(join(home.dir, "data.bin")).equals(data)).toBe(true);
    expect(ranges).toHaveLength(2);
    // Not every byte that was sent has to arrive.
    if (ranges[1] !== undefined) expect(Number(/^bytes=(\d+)-$/.exec(ranges[1])?.[1])).toBeLessThanOrEqual(at);
    else expect(at === 0 || share === 0).toBe(true);
  });

  test.each<[string, FileStep[]]>([
    ["a service without ranges", [{ cutAfter: 200_000, ranges: false }, { ranges: false }]],
    [
      "a service that offers ranges and ignores them",
      [
        { cutAfter: 200_000, announce: true, ranges: false },
        { announce: true, ranges: false },
      ],
    ],
    ["a service without tags", [{ cutAfter: 200_000, tag: null }, {}]],
    ["a service with weak tags", [{ cutAfter: 200_000, tag: 'W/"1"' }, {}]],
    [
      "a part that is not the one asked for",
      [{ cutAfter: 200_000 }, { headers: { "content-range": "bytes 5-399999/400000" } }, {}],
    ],
    ["a part of another file", [{ cutAfter: 200_000 }, { headers: { etag: '"two"' } }, {}]],
    ["a range that is refused", [{ cutAfter: 200_000 }, { status: 416 }, {}]],
    ["a service that is down in between", [{ cutAfter: 200_000 }, { status: 500 }, {}]],
    [
      "many cuts",
      [{ cutAfter: 100_000 }, { cutAfter: 50_000 }, { cutAfter: 50_000 }, { cutAfter: 50_000 }, { cutAfter: 1 }, {}],
    ],
  ])("%s: the file is whole all the same", async (_what, steps) => {
    const { code, home, stderr } = await fetched(steps, ["--out", "f"]);
    expect([code, stderr]).toEqual([0, `Saved f (391 KiB, SHA-256 ${sha256}).\n`]);
    expect(readFileSync(join(home.dir, "f")).equals(data)).toBe(true);
  });

  test("a resumed download on stdout repeats no byte, with ranges and without", async () => {
    for (const ranges of [true, false]) {
      const { code, bytes } = await fetched([{ cutAfter: 200_000, ranges }, { ranges }], ["--out", "-"]);
      expect([code, bytes.equals(data)]).toEqual([0, true]);
    }
  });

  test("a download of a file that changes restarts; on stdout that is an error", async () => {
    const other = randomBytes(300_000);
    const steps: FileStep[] = [{ cutAfter: 200_000 }, { data: other, tag: '"two"' }, {}];
    const { code, home } = await fetched(steps);
    expect([code, readFileSync(join(home.dir, "data.bin")).equals(other)]).toEqual([0, true]);
    const untagged = await fetched([{ cutAfter: 200_000, tag: null }, { data: other }, {}]);
    expect(readFileSync(join(untagged.home.dir, "data.bin")).equals(other)).toBe(true);
    const piped = await fetched(steps, ["--out", "-"]);
    expect([piped.code, piped.stderr]).toEqual([5, 'error: "/home/user/data.bin" changed while it was downloaded\n']);
  });

  test("a download from a lost service is exit 5 and leaves no file", async () => {
    const { code, stderr, home, ranges } = await fetched([{ cutAfter: 1_000 }, { cutAfter: 0 }]);
    expect(code).toBe(5);
    expect(stderr).toMatch(/^error: the download ended early, after \d+ of 400000 bytes: the connection was lost\n/);
    expect(readdirSync(home.dir)).toEqual([]);
    expect(ranges.length).toBeGreaterThan(4);
  });

  test("a download of a file that is deleted meanwhile is exit 4", async () => {
    const { code, home } = await fetched([{ cutAfter: 1_000 }, { status: 404 }]);
    expect([code, readdirSync(home.dir)]).toEqual([4, []]);
  });
});

describe("lengths that are not true", () => {
  test("a body shorter than its length is requested again, and never complete", async () => {
    const { code, home } = await fetched([{ headers: { "content-length": "400010", connection: "close" } }]);
    expect([code, readdirSync(home.dir)]).toEqual([5, []]);
  });

  test("a body longer than its length is cut to it by HTTP itself", async () => {
    const { code, home } = await fetched([{ headers: { "content-length": "1000" } }]);
    // The rest of the body is no part of the answer.
    expect([code, readFileSync(join(home.dir, "data.bin")).length]).toEqual([0, 1_000]);
  });
});

describe("a checksum in the headers", () => {
  test("a checksum that does not match is exit 1 and leaves no file", async () => {
    for (const out of ["f", "-"]) {
      const headers = { "x-content-sha256": "0".repeat(64) };
      const { code, stderr, home } = await fetched([{ headers }], ["--out", out]);
      expect([code, readdirSync(home.dir)]).toEqual([1, []]);
      expect(stderr).toContain("but the service announced");
    }
  });
});

describe("the target", () => {
  test("an existing target is kept, or replaced with --force", async () => {
    const home = temporaryHome();
    mkdirSync(home.dir, { recursive: true });
    writeFileSync(join(home.dir, "data.bin"), "old");
    const kept = await fetched([{}], [], home);
    expect([kept.code, readFileSync(join(home.dir, "data.bin"), "utf8")]).toEqual([10, "old"]);
    expect(kept.stderr).toContain('"data.bin" already exists');
    const replaced = await fetched([{}], ["--force"], home);
    expect([replaced.code, readFileSync(join(home.dir, "data.bin")).equals(data)]).toEqual([0, true]);
  });

  test("a target in a missing directory is exit 10", async () => {
    const { code, stderr } = await fetched([{}], ["--out", "none/f"]);
    expect([code, stderr]).toEqual([10, 'error: cannot write "none/f": no such file or directory\n']);
  });

  test("the target of two concurrent downloads is one of them, whole", async () => {
    const home = temporaryHome();
    const server = await fileServer(data, { stallAfter: 100_000 }, { stallAfter: 100_000 });
    const both = [0, 1].map(() => startCli([...download, "--out", "f"], { home, env: server.env }));
    await until(() => server.ranges.length === 2, { what: () => "the download to begin" });
    server.release();
    const results = await Promise.all(both.map(({ done }) => done));
    expect(results.map(({ code }) => code).sort()).toEqual([0, 10]);
    expect(readFileSync(join(home.dir, "f")).equals(data)).toBe(true);
    expect(readdirSync(home.dir).filter((name) => name.includes("part"))).toEqual([]);
  });

  test("Ctrl-C during a download leaves no target and is exit 130", async () => {
    const home = temporaryHome();
    const server = await fileServer(data, { stallAfter: 200_000 });
    const cli = startCli(download, { home, env: server.env });
    await until(() => readdirSync(home.dir).some((name) => name.endsWith(".part")), {
      what: () => "the download to begin",
    });
    cli.kill("SIGINT");
    expect((await cli.done).code).toBe(130);
    expect(readdirSync(home.dir).filter((name) => name.includes("data.bin"))).toEqual([]);
  });

  test("a target that does not fit on the disk is exit 10 and named", async () => {
    const home = temporaryHome();
    const server = await fileServer(data);
    const words = [...download, "--out", "f"].join(" ");
    // A limit on the size of files is what every user can set; the system says so as a full disk does.
    const script = `ulimit -f 100; trap '' XFSZ; exec ${process.execPath} ${program} ${words}`;
    const { execa } = await import("execa");
    const result = await execa("bash", ["-c", script], {
      cwd: home.dir,
      env: { ...home.env, ...server.env, NODE_DISABLE_COMPILE_CACHE: "1" },
      extendEnv: false,
      reject: false,
    });
    expect([result.exitCode, result.stderr]).toEqual([10, expect.stringContaining('cannot write "f": ')]);
    expect(readdirSync(home.dir).filter((name) => name.includes("part") || name === "f")).toEqual([]);
  });
});

describe("progress", () => {
  test("--progress plain of a download is a line for each 10 %", async () => {
    const { stderr } = await fetched([{}], ["--progress", "plain"]);
    const lines = stderr.split("\n").filter((line) => line.startsWith("Downloading"));
    expect(lines.at(-1)).toBe('Downloading "/home/user/data.bin": 100% of 391 KiB');
    expect(new Set(lines).size).toBe(lines.length);
  });

  test("a long download has a progress bar at a terminal, and none with --progress none", async () => {
    const server = await fileServer(data, { stallAfter: 200_000 });
    const cli = startCli(download, { tty: true, env: server.env, columns: 80 });
    await cli.shows("195 KiB of 391 KiB");
    server.release();
    const { code, stdout } = await cli.done;
    expect(code).toBe(0);
    expect(stdout).toContain("█");
    expect(stdout.trim().split("\n").at(-1)).toContain("Saved data.bin (391 KiB");
  });

  test("a download at a terminal of no width has no bar", async () => {
    const server = await fileServer(data, { stallAfter: 200_000 });
    const cli = startCli(download, { tty: true, env: server.env, columns: 0 });
    await until(() => server.ranges.length === 1, { what: () => "the download to begin" });
    server.release();
    const { code, stdout } = await cli.done;
    expect([code, stdout.trim()]).toEqual([0, expect.stringMatching(/^Saved data\.bin/)]);
  });
});
