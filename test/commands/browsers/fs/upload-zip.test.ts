import { randomBytes } from "node:crypto";
import { appendFileSync, chmodSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listZip } from "../../../../src/archive/read-zip.ts";
import { jsonError, runHere } from "../../../support/cli/run-cli.ts";
import { nowhere } from "../../../support/servers/nowhere.ts";
import { uploadServer } from "../../../support/servers/upload-server.ts";
import { rawZip } from "../../../support/zip.ts";
import { becomeLocal, data, homeWith, sent, sentApart } from "./support/uploading.ts";

describe("fs upload-zip", () => {
  const words = (source: string): string[] => ["upload-zip", "s1", source, "--dest", "/home/user/site"];
  test("upload-zip sends an archive unchanged", async () => {
    const zip = rawZip([{ name: "index.html", data: "<p>" }]);
    const { code, stdout, server } = await sent([...words("site.zip"), "-o", "json"], homeWith({ "site.zip": zip }));
    expect([code, JSON.parse(stdout)]).toEqual([0, { ok: true, dest_path: "/home/user/site", bytes: zip.length }]);
    expect(server.uploads[0]?.line).toBe("POST /browsers/s1/fs/upload_zip");
    expect(server.uploads[0]?.start).toContain(zip.toString("latin1"));
    expect(server.uploads[0]?.start).toMatch(/name="dest_path"\r\n\r\n\/home\/user\/site\r\n/);
    expect(server.uploads[0]?.start).toMatch(/name="zip_file"; filename="archive\.zip"/);
  });

  test("upload-zip packs a directory first, without system files, and removes the archive afterwards", async () => {
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

  test("upload-zip sends a directory that hardly compresses while it is packed, without a temporary file", async () => {
    const home = homeWith({ "site/big": data, "site/small": "1" });
    const { code, server } = await sent(words("site"), home, undefined, { env: { TMPDIR: "/nowhere" } });
    expect(code).toBe(0);
    const [upload] = server.uploads;
    expect([upload?.whole, Number(upload?.headers["content-length"])]).toEqual([true, upload?.bytes]);
    expect(upload?.bytes).toBeGreaterThan(data.length);
  });

  test("upload-zip to a local service sends a directory uncompressed", async () => {
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
    [
      "becomes a link",
      (path) => {
        rmSync(path);
        symlinkSync("/etc/hostname", path);
      },
    ],
  ])("a file that %s while its directory is sent is exit 10, and the archive is never whole", async (_what, change) => {
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

  test.skipIf(process.getuid?.() === 0)("upload-zip of an unreadable file is exit 10 before the network", async () => {
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

  test("upload-zip of a missing directory is exit 10, and a Windows --dest is exit 2", async () => {
    const run = async (...args: string[]) =>
      jsonError(await runHere(["browsers", "fs", ...args, "-o", "json"], { env: nowhere }));
    expect(await run(...words("none"))).toMatchObject({ exit_code: 10, message: expect.stringContaining('"none"') });
    expect(await run("upload-zip", "s1", "none", "--dest", "C:\\x")).toMatchObject({
      exit_code: 2,
      message: expect.stringContaining("--dest: must be an absolute path"),
    });
  });
});
