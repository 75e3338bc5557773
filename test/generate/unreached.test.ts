import { expect, test } from "vitest";
import { sourceImports } from "../../src/generate/import-rules.ts";
import { unreachedFiles } from "../../src/generate/unreached.ts";

test("an entry reaches every source file", async () => {
  expect(await unreachedFiles(await sourceImports())).toEqual([]);
});

test("a file that nothing imports is found, with what it alone imports", async () => {
  const imports = await sourceImports();
  const left = imports.filter(({ to }) => to !== "src/commands/browsers/fs/cp.ts");
  const found = (await unreachedFiles(left)).map(({ where }) => where);
  expect(found).toContain("src/commands/browsers/fs/cp.ts");
  expect(found).toContain("src/commands/browsers/fs/cp.run.ts");
  expect(found).not.toContain("src/commands/browsers/fs/upload.ts");
});
