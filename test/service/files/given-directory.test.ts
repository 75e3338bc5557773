import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { GivenDirectory } from "../../../src/service/files/given-directory.ts";

/** Directory below which everything happens. */
let below: string;
let given: string;
let other: string;
let source: string;
beforeEach(() => {
  below = mkdtempSync(join(realpathSync(tmpdir()), "browserctl-given-"));
  given = join(below, "given");
  other = join(below, "other");
  source = join(below, "source");
  for (const path of [given, other]) mkdirSync(path);
  writeFileSync(source, "content");
});
afterEach(() => rmSync(below, { recursive: true }));

function open(path: string, outside: string[] = []): GivenDirectory | undefined {
  const directory = GivenDirectory.open(path, { below, outside });
  onTestFinished(() => directory?.close());
  return directory;
}

function opened(): GivenDirectory {
  const directory = open(given);
  if (!directory) throw new Error("it was refused");
  return directory;
}

describe("a directory is refused", () => {
  test.each([
    ["the limit itself", () => below],
    ["one that is not below the limit", () => "/usr/share"],
    ["one whose path only begins like the limit", () => `${below}-more`],
    ["a path up", () => `${other}/../given`],
    ["a path up out of the limit", () => `${below}/../../usr/share`],
    ["a path with an empty part", () => `${below}//given`],
    ["a path with a dot", () => `${below}/./given`],
    ["a path with a slash at its end", () => `${given}/`],
    ["a path with a zero byte", () => `${given}\0`],
    ["a relative path", () => "given"],
    ["an empty path", () => ""],
    ["one that does not exist", () => join(below, "none")],
    ["a file", () => source],
    [
      "a link to an empty directory",
      () => {
        symlinkSync(given, join(below, "link"));
        return join(below, "link");
      },
    ],
    [
      "one behind a link",
      () => {
        mkdirSync(join(other, "deep"));
        symlinkSync(other, join(below, "link"));
        return join(below, "link/deep");
      },
    ],
    [
      "one with a file",
      () => {
        writeFileSync(join(given, ".hidden"), "");
        return given;
      },
    ],
  ])("a directory is refused: %s", (_what, path) => {
    expect(open(path())).toBeUndefined();
  });

  test("a directory of the service, or below one, is refused, also by another path", () => {
    mkdirSync(join(other, "deep"));
    symlinkSync(other, join(below, "link"));
    expect(open(join(other, "deep"), [join(below, "link")])).toBeUndefined();
    expect(open(other, [other])).toBeUndefined();
    expect(open(given, [other])?.isThere).toBe(true);
  });

  test.runIf(process.getuid?.() === 0)(
    "a directory of another user, or that another user owns by now, is refused",
    async () => {
      const directory = opened();
      chownSync(given, 65_534, 65_534);
      expect(open(given)).toBeUndefined();
      await expect(directory.write("file", source)).rejects.toThrow("is not the service's user's any more");
      expect(readdirSync(given)).toEqual([]);
    },
  );
});

describe("a file", () => {
  test("a file is copied with the permissions of a new file, and is not the session's", async () => {
    chmodSync(source, 0o4777);
    expect(await opened().write("report.txt", source)).toBe("report.txt");
    writeFileSync(source, "changed");
    expect(readFileSync(join(given, "report.txt"), "utf8")).toBe("content");
    expect(statSync(join(given, "report.txt")).mode & 0o7777).toBe(0o666 & ~process.umask());
    expect(readdirSync(given)).toEqual(["report.txt"]);
  });

  test("a file never replaces another, nor the target of a link with its name", async () => {
    const directory = opened();
    const secret = join(other, "secret");
    writeFileSync(secret, "secret");
    linkSync(secret, join(given, "a.txt"));
    symlinkSync(secret, join(given, "a (1).txt"));
    symlinkSync(join(other, "none"), join(given, "a (2).txt"));
    expect(await directory.write("a.txt", source)).toBe("a (3).txt");
    expect(readFileSync(secret, "utf8")).toBe("secret");
    expect(readdirSync(other)).toEqual(["secret"]);
  });

  test.each(["../other/x", "/x", "a/../../other/x"])(
    "whose name is the path %j lands in the directory",
    async (name) => {
      expect(await opened().write(name, source)).toBe("x");
      expect(readdirSync(given)).toEqual(["x"]);
      expect(readdirSync(other)).toEqual([]);
    },
  );

  test.each(["..", ".", ""])("whose name is %j is refused", async (name) => {
    const wrote = await opened()
      .write(name, source)
      .catch(() => undefined);
    expect(readdirSync(given)).toEqual(wrote === undefined ? [] : [wrote]);
    expect(readdirSync(below).sort()).toEqual(["given", "other", "source"]);
  });

  test("a file lands in the directory that was opened, when its path leads elsewhere by now", async () => {
    const directory = opened();
    renameSync(given, join(below, "moved"));
    symlinkSync(other, given);
    expect(directory.isThere).toBe(false);
    await directory.write("file", source);
    expect(readdirSync(other)).toEqual([]);
    expect(readdirSync(join(below, "moved"))).toEqual(["file"]);
  });

  test("a file is not written into a removed directory, even when there is a new one at its path", async () => {
    const directory = opened();
    rmSync(given, { recursive: true });
    mkdirSync(given);
    expect(directory.isThere).toBe(false);
    await expect(directory.write("file", source)).rejects.toThrow("ENOENT");
    expect(readdirSync(given)).toEqual([]);
  });

  test("a link, a pipe or a directory is not copied", async () => {
    const directory = opened();
    const link = join(below, "link");
    symlinkSync("/etc/passwd", link);
    const pipe = join(below, "pipe");
    await execa("mkfifo", [pipe]);
    for (const each of [link, pipe, other])
      await expect(directory.write("file", each)).rejects.toThrow("it is not a regular file");
    expect(readdirSync(given)).toEqual([]);
  });

  test("copying a file is aborted when the directory is closed", async () => {
    const directory = opened();
    truncateSync(source, 256 * 2 ** 20);
    const writing = directory.write("file", source);
    const failed = expect(writing).rejects.toThrow();
    await directory.close();
    await failed;
    await expect(directory.write("file", source)).rejects.toThrow("no longer used");
    expect(readdirSync(given)).toEqual([]);
  });
});

describe("a disk", () => {
  const script = join(import.meta.dirname, "support/given-directory-process.ts");

  test("a disk without room for the file gets no byte of it", async () => {
    truncateSync(source, 2 * 2 ** 20);
    const command = `mount -t tmpfs -o size=1m tmpfs "$1" && mkdir "$1/given" && exec "$2" "$3" "$1/given" "$4"`;
    const words = ["--user", "--map-root-user", "--mount", "sh", "-c", command, "sh", other, process.execPath];
    const { stdout } = await execa("unshare", [...words, script, source]);
    expect(JSON.parse(stdout)).toEqual({ outcome: "ENOSPC", left: [] });
  });

  test("a disk that becomes full in the middle of a file keeps no part of it", async () => {
    truncateSync(source, 2 * 2 ** 20);
    const limited = `ulimit -f 1000; trap '' XFSZ; exec "$@"`;
    const { stdout } = await execa("bash", ["-c", limited, "sh", process.execPath, script, given, source]);
    expect(JSON.parse(stdout)).toEqual({ outcome: "EFBIG", left: [] });
  });
});
