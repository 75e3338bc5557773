import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { Lifetime, untilAborted } from "../../src/core/abort.ts";
import { CliError } from "../../src/core/errors.ts";
import { type SaveOptions, saveFile } from "../../src/core/save-file.ts";
import { temporaryHome } from "../support/cli/run-cli.ts";

let dir: string;
let lifetime: Lifetime;
let options: SaveOptions;
beforeEach(() => {
  dir = temporaryHome().dir;
  lifetime = new Lifetime();
  options = { cwd: dir, force: false, defer: (cleanup) => lifetime.defer(cleanup), signal: lifetime.signal };
});

async function* chunks(...parts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

describe("saveFile", () => {
  test("saveFile writes bytes and streams atomically", async () => {
    expect(await saveFile("a", Buffer.from("one"), options)).toEqual({ path: join(dir, "a"), bytes: 3 });
    expect(await saveFile("b", chunks("on", "", "e"), options)).toEqual({ path: join(dir, "b"), bytes: 3 });
    expect(readFileSync(join(dir, "b"), "utf8")).toBe("one");
    expect(statSync(join(dir, "a")).mode & 0o111).toBe(0);
    expect(readdirSync(dir).sort()).toEqual(["a", "b"]);
  });
  test("saveFile keeps an existing file, and replaces it with force", async () => {
    writeFileSync(join(dir, "a"), "old");
    await expect(saveFile("a", Buffer.from("new"), options)).rejects.toMatchObject({ exit: "local-file" });
    expect(readFileSync(join(dir, "a"), "utf8")).toBe("old");
    await saveFile("a", Buffer.from("new"), { ...options, force: true });
    expect(readFileSync(join(dir, "a"), "utf8")).toBe("new");
    expect(readdirSync(dir)).toEqual(["a"]);
  });
  test("saveFile does not replace a file that was created in the meantime", async () => {
    const late = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from("new");
      writeFileSync(join(dir, "a"), "theirs");
    };
    await expect(saveFile("a", late(), options)).rejects.toMatchObject({ exit: "local-file" });
    expect(readFileSync(join(dir, "a"), "utf8")).toBe("theirs");
    expect(readdirSync(dir)).toEqual(["a"]);
  });
  test("saveFile leaves nothing behind and reports the error when its source fails", async () => {
    const failure = new CliError("unreachable", "ended early");
    await expect(saveFile("a", chunks("x", failure), options)).rejects.toBe(failure);
    expect(readdirSync(dir)).toEqual([]);
  });
  test("an interrupted saveFile leaves nothing behind, by itself or by the cleanup of the command", async () => {
    const slow = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from("x");
      lifetime.abort(new CliError("interrupted", "interrupted"));
      yield Buffer.from("y");
    };
    await expect(saveFile("a", slow(), options)).rejects.toMatchObject({ exit: "interrupted" });
    expect(readdirSync(dir)).toEqual([]);
    const never = Promise.withResolvers<void>();
    const stuck = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from("x");
      await never.promise;
    };
    const other = new Lifetime();
    const registered = Promise.withResolvers<void>();
    const defer = (cleanup: () => Promise<void>): (() => void) => {
      registered.resolve();
      return other.defer(cleanup);
    };
    const saving = saveFile("b", stuck(), { ...options, defer, signal: other.signal });
    const ended = saving.catch(() => {});
    await registered.promise;
    expect(readdirSync(dir)).toHaveLength(1);
    await other.finish();
    expect(readdirSync(dir)).toEqual([]);
    never.resolve();
    await ended;
  });
  test("saveFile to a directory, a missing directory or a dangling link is exit 10", async () => {
    mkdirSync(join(dir, "directory"));
    symlinkSync("nowhere/at/all", join(dir, "link"));
    for (const path of ["directory", "no/such/x"]) {
      await expect(saveFile(path, Buffer.from("x"), options), path).rejects.toMatchObject({ exit: "local-file" });
    }
    await expect(saveFile("link", Buffer.from("x"), options)).rejects.toMatchObject({ exit: "local-file" });
  });
});

describe("a command's life", () => {
  test("cleanups run once, the latest first, and a failing one stops no other", async () => {
    const order: number[] = [];
    lifetime.defer(() => void order.push(1));
    lifetime.defer(() => {
      throw new Error("x");
    });
    const undo = lifetime.defer(() => void order.push(3));
    lifetime.defer(async () => void order.push(4));
    undo();
    await lifetime.finish();
    await lifetime.finish();
    expect(order).toEqual([4, 1]);
  });
  test("the first reason to abort a command stays", () => {
    lifetime.abort(new CliError("timeout", "first"));
    lifetime.abort(new CliError("interrupted", "second"));
    expect((lifetime.signal.reason as Error).message).toBe("first");
  });
  test("a time limit ends a command with exit 6", async () => {
    lifetime.limit(5, "5ms");
    await expect(
      untilAborted(new Promise(() => setTimeout(() => {}, 5000).unref()), lifetime.signal),
    ).rejects.toMatchObject({
      exit: "timeout",
      message: "timed out after 5ms (--timeout)",
    });
  });
  test("untilAborted settles as its promise does", async () => {
    expect(await untilAborted(Promise.resolve(1), lifetime.signal)).toBe(1);
    await expect(untilAborted(Promise.reject(new Error("own")), lifetime.signal)).rejects.toThrow("own");
    lifetime.abort(new CliError("timeout", "over"));
    await expect(untilAborted(Promise.resolve(1), lifetime.signal)).rejects.toThrow("over");
  });
});
