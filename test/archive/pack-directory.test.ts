import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ArchiveError } from "../../src/archive/archive-error.ts";
import { packDirectory } from "../../src/archive/pack-directory.ts";
import { extractZip, listZip, readZipEntry } from "../../src/archive/read-zip.ts";
import { rawZip } from "../support/zip.ts";

let dir: string;
let directory: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "browserctl-archive-"));
  directory = join(dir, "directory");
  mkdirSync(join(directory, "sub"), { recursive: true });
  writeFileSync(join(directory, "b.txt"), "second");
  writeFileSync(join(directory, "a.sh"), "first", { mode: 0o700 });
  writeFileSync(join(directory, "sub", "ä.txt"), "third".repeat(1_000));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const out = (name = "out.zip"): string => join(dir, name);
const names = (): Promise<string[]> => listZip(out());

describe("packing a directory", () => {
  test("the caller decides which entries are omitted, links before they are followed; modules are packed whole", async () => {
    mkdirSync(join(directory, "node_modules", "left"), { recursive: true });
    for (const name of ["index.js", "sub", "swap.swp"])
      writeFileSync(join(directory, "node_modules", "left", name), "");
    symlinkSync("/etc/hostname", join(directory, "outside"));
    const asked: string[] = [];
    const leavesOut = (path: string): boolean => {
      asked.push(path);
      return path === "sub/" || path === "outside";
    };
    await packDirectory(directory, out(), { leavesOut, includeModules: true });
    const modules = ["node_modules/", "node_modules/left/", "index.js", "sub", "swap.swp"];
    expect(await names()).toEqual([
      "a.sh",
      "b.txt",
      ...modules.map((name) => (name.endsWith("/") ? name : `node_modules/left/${name}`)),
    ]);
    expect(asked).toEqual(["a.sh", "b.txt", "outside", "sub/"]);
  });
  test("an archive beyond its limit is refused and removed", async () => {
    const { bytes } = await packDirectory(directory, out("fits.zip"));
    expect((await packDirectory(directory, out("same.zip"), { maxBytes: bytes })).bytes).toBe(bytes);
    const failure = packDirectory(directory, out(), { maxBytes: bytes - 1 });
    await expect(failure).rejects.toMatchObject({ kind: "too_large" });
    expect(readdirSync(dir).sort()).toEqual(["directory", "fits.zip", "same.zip"]);
  });
  test("equal directories give equal bytes, whatever their times and paths", async () => {
    const first = await packDirectory(directory, out());
    cpSync(directory, join(dir, "copy"), { recursive: true });
    utimesSync(join(dir, "copy", "b.txt"), 1_000_000_000, 1_000_000_000);
    chmodSync(join(dir, "copy", "b.txt"), 0o600);
    const second = await packDirectory(join(dir, "copy"), out("copy.zip"));
    expect(second).toEqual(first);
    const bytes = readFileSync(out());
    expect(first).toEqual({
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      entries: 4,
      skipped: [],
    });
    expect(statSync(out()).mode & 0o777).toBe(0o600);
    writeFileSync(join(directory, "b.txt"), "Second");
    expect((await packDirectory(directory, out("changed.zip"))).sha256).not.toBe(first.sha256);
  });

  test("other programs read a packed archive, with the executable bit", async () => {
    await packDirectory(directory, out());
    expect(await names()).toEqual(["a.sh", "b.txt", "sub/", "sub/ä.txt"]);
    mkdirSync(join(dir, "back"));
    expect(await extractZip(out(), join(dir, "back"))).toEqual({ entries: 4, bytes: 5_011 });
    expect(readFileSync(join(dir, "back", "sub", "ä.txt"), "utf8")).toBe("third".repeat(1_000));
    expect(statSync(join(dir, "back", "a.sh")).mode & 0o777).toBe(0o755);
    expect(statSync(join(dir, "back", "b.txt")).mode & 0o777).toBe(0o644);
    const script = "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), *z.namelist())";
    const python = ((): string | undefined => {
      try {
        return execFileSync("python3", ["-c", script, out()], { encoding: "utf8" }).trim();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    })();
    if (python !== undefined) expect(python).toBe("None a.sh b.txt sub/ sub/ä.txt");
  });

  test("usual litter is omitted, or packed when everything is requested", async () => {
    const litter = [".git", "node_modules", ".idea", ".vscode"];
    for (const name of litter) {
      mkdirSync(join(directory, name));
      writeFileSync(join(directory, name, "x"), "x");
    }
    for (const name of [".DS_Store", "a.sh~", ".b.txt.swp", "sub/Thumbs.db"]) writeFileSync(join(directory, name), "x");
    writeFileSync(join(directory, ".env"), "kept");
    await packDirectory(directory, out());
    expect(await names()).toEqual([".env", "a.sh", "b.txt", "sub/", "sub/ä.txt"]);
    const all = await packDirectory(directory, out("all.zip"), { includeAll: true });
    expect(all.entries).toBe(5 + litter.length * 2 + 4);
  });

  test("links to files inside are packed as these files; others are refused", async () => {
    symlinkSync("b.txt", join(directory, "link"));
    symlinkSync("sub", join(directory, "to-sub"));
    await packDirectory(directory, out());
    expect(await names()).toEqual(["a.sh", "b.txt", "link", "sub/", "sub/ä.txt", "to-sub/", "to-sub/ä.txt"]);
    expect(String(await readZipEntry(out(), "link", 100))).toBe("second");
    for (const [target, message] of [
      ["/etc/hostname", '"bad" is a link that leads out of the directory'],
      ["../outside", '"bad" is a link that leads nowhere'],
      ["bad", '"bad" is a link that leads to itself'],
      [".", '"bad" is a link to a directory that it is in itself'],
    ] as const) {
      symlinkSync(target, join(directory, "bad"));
      await expect(packDirectory(directory, out("bad.zip")), target).rejects.toThrow(message);
      rmSync(join(directory, "bad"));
    }
    expect(readdirSync(dir).sort()).toEqual(["directory", "out.zip"]);
  });

  test("a name that is not UTF-8 is refused as such, and the replacement character itself is a name", async () => {
    writeFileSync(join(directory, "\ufffd"), "");
    await packDirectory(directory, out());
    rmSync(out());
    writeFileSync(Buffer.concat([Buffer.from(`${directory}/z`), Buffer.from([0xff])]), "");
    await expect(packDirectory(directory, out())).rejects.toThrow("has a name that is not UTF-8");
  });

  test("pipes are omitted and reported", async () => {
    execFileSync("mkfifo", [join(directory, "pipe")]);
    expect((await packDirectory(directory, out())).skipped).toEqual(["pipe"]);
  });

  test("a file that changes, shrinks or vanishes during packing is named, and no archive is left", async () => {
    const big = join(directory, "0");
    for (const change of [
      () => writeFileSync(big, "short"),
      () => utimesSync(big, 1, 1),
      () => writeFileSync(big, "more", { flag: "a" }),
    ]) {
      writeFileSync(big, Buffer.alloc(2_000_000, 1));
      let changed = false;
      const onBytes = (): void => {
        if (!changed) change();
        changed = true;
      };
      const packing = packDirectory(directory, out(), { onBytes });
      await expect(packing).rejects.toMatchObject({ name: "ArchiveError", kind: "changed", entry: "0" });
      expect(readdirSync(dir)).toEqual(["directory"]);
    }
    const packing = packDirectory(directory, out(), {
      onBytes: () => rmSync(join(directory, "b.txt"), { force: true }),
    });
    await expect(packing).rejects.toThrow('"b.txt" changed while it was packed');
    expect(readdirSync(dir)).toEqual(["directory"]);
  });

  test("an existing archive is kept, and an interrupted one is removed", async () => {
    writeFileSync(out(), "mine");
    await expect(packDirectory(directory, out())).rejects.toMatchObject({ code: "EEXIST" });
    expect(readFileSync(out(), "utf8")).toBe("mine");
    const controller = new AbortController();
    const packing = packDirectory(directory, out("x.zip"), {
      signal: controller.signal,
      onBytes: () => controller.abort(new Error("interrupted")),
    });
    await expect(packing).rejects.toThrow("interrupted");
    expect(readdirSync(dir).sort()).toEqual(["directory", "out.zip"]);
  });
});

describe("reading one entry", () => {
  test("one entry is read by its exact name, up to a size", async () => {
    writeFileSync(out(), rawZip([{ name: "a/b", data: "text" }]));
    expect(String(await readZipEntry(out(), "a/b", 4))).toBe("text");
    expect(await readZipEntry(out(), "b", 4)).toBeUndefined();
    await expect(readZipEntry(out(), "a/b", 3)).rejects.toThrow('the entry "a/b" is larger than 3 bytes');
  });

  test("reading one entry respects the limits of the archive", async () => {
    writeFileSync(
      out(),
      rawZip([
        { name: "a", data: "12" },
        { name: "b", data: "345" },
      ]),
    );
    const limits = { entries: 2, bytes: 5, ratio: 200 };
    expect(await listZip(out(), limits)).toEqual(["a", "b"]);
    await expect(listZip(out(), { ...limits, entries: 1 })).rejects.toBeInstanceOf(ArchiveError);
    await expect(listZip(out(), { ...limits, bytes: 4 })).rejects.toThrow("unpacks to more than 4 bytes");
  });
});
