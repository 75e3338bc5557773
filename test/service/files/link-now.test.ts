import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { linkNow } from "../../../src/service/files/link-now.ts";

let dir: string;
let root: string;
let target: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "browserctl-link-"));
  root = join(dir, "root");
  target = join(dir, "held");
  mkdirSync(join(root, "tmp/own"), { recursive: true });
  writeFileSync(join(root, "tmp/own/file"), "content");
  writeFileSync(join(dir, "secret"), "of the machine");
});
afterEach(() => rmSync(dir, { recursive: true }));

test("a file is linked at once, and outlives its name", () => {
  expect(linkNow(root, "/tmp/own/file", target)).toBe(true);
  rmSync(join(root, "tmp/own"), { recursive: true });
  expect(readFileSync(target, "utf8")).toBe("content");
});

test.each(["/tmp/gone/file", "/tmp/own/gone", "/tmp/own/../own/file", "/tmp//own/file", "/tmp/own/.", "/", ""])(
  "%j is refused",
  (path) => {
    expect(linkNow(root, path, target)).toBe(false);
  },
);

test("a directory that is a link is not followed", () => {
  symlinkSync(dir, join(root, "tmp/out"));
  expect(linkNow(root, "/tmp/out/secret", target)).toBe(false);
});

test("a file that is a link is linked itself, not what it names", () => {
  symlinkSync(join(dir, "secret"), join(root, "tmp/own/link"));
  expect(linkNow(root, "/tmp/own/link", target)).toBe(true);
  rmSync(join(dir, "secret"));
  expect(() => readFileSync(target)).toThrow("ENOENT");
});

test("a target that exists stays as it is", () => {
  linkSync(join(dir, "secret"), target);
  expect(linkNow(root, "/tmp/own/file", target)).toBe(false);
  expect(readFileSync(target, "utf8")).toBe("of the machine");
});
