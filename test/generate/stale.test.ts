import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkedInFiles, staleFiles } from "../../src/generate/stale.ts";

test("no checked-in generated file is stale", async () => {
  expect(await staleFiles(), "run npm run generate").toEqual([]);
});

test("a changed and a missing file are found", async () => {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-stale-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const files = [...(await checkedInFiles())];
  expect(files.map(([path]) => path)).toContain("README.md");
  for (const [path, text] of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  expect(await staleFiles(directory)).toEqual([]);
  await writeFile(join(directory, "completions/browserctl.fish"), "# by hand\n");
  await rm(join(directory, "completions/_browserctl"));
  expect(await staleFiles(directory)).toEqual(["completions/_browserctl", "completions/browserctl.fish"]);
});
