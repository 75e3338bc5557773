import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../src/generate/paths.ts";

test("the bundle requires no file of a package by a relative path that is not in it", async () => {
  const dist = join(root, "dist");
  const names = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".cjs"));
  expect(names.length).toBeGreaterThan(10);
  const files = new Set(names.map((name) => name.split(/[\\/]/).at(-1)));
  for (const name of names) {
    const text = await readFile(join(dist, name), "utf8");
    for (const [, path = ""] of text.matchAll(/\brequire\d*\(["'](\.[^"']+)["']\)/g)) {
      expect(files, `${name} requires ${path}`).toContain(path.split("/").at(-1));
    }
  }
});
