import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkedInFiles, staleFiles } from "../../src/generate/stale.ts";

test("no checked-in generated file is stale", async () => {
  expect(await staleFiles(), "run npm run generate").toEqual([]);
});

test("a changed and a missing file are found", async () => {
  const folder = await mkdtemp(join(tmpdir(), "browserctl-stale-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "completions"));
  const files = [...(await checkedInFiles())];
  expect(files.map(([path]) => path)).toContain("README.md");
  for (const [path, text] of files) await writeFile(join(folder, path), text);
  expect(await staleFiles(folder)).toEqual([]);
  await writeFile(join(folder, "completions/browserctl.fish"), "# by hand\n");
  await rm(join(folder, "completions/_browserctl"));
  expect(await staleFiles(folder)).toEqual(["completions/_browserctl", "completions/browserctl.fish"]);
});
