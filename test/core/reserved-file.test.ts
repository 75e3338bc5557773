import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { Lifetime } from "../../src/core/abort.ts";
import { ReservedFile } from "../../src/core/reserved-file.ts";
import { temporaryHome } from "../support/cli/run-cli.ts";

let dir: string;
let lifetime: Lifetime;
const options = (force = false) => ({
  cwd: dir,
  force,
  defer: (cleanup: () => Promise<void>) => lifetime.defer(cleanup),
});
beforeEach(() => {
  dir = temporaryHome().dir;
  lifetime = new Lifetime();
});

test("a reserved file has its space before its content, and appears whole, readable only by its owner", async () => {
  const file = await ReservedFile.reserve("key", options());
  const [unfinished = ""] = readdirSync(dir);
  expect(unfinished).toMatch(/^\.key\..*\.part$/);
  expect(statSync(join(dir, unfinished)).size).toBe(4096);
  expect(await file.write(Buffer.from("secret\n"))).toBe(join(dir, "key"));
  expect(readFileSync(join(dir, "key"), "utf8")).toBe("secret\n");
  expect(statSync(join(dir, "key")).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir)).toEqual(["key"]);
});

test("a reserved file holds content longer than its space", async () => {
  const content = "x".repeat(10_000);
  await (await ReservedFile.reserve("key", options())).write(Buffer.from(content));
  expect(readFileSync(join(dir, "key"), "utf8")).toBe(content);
});

test("a reserved file never replaces a file without force, also one that appears meanwhile", async () => {
  const file = await ReservedFile.reserve("key", options());
  writeFileSync(join(dir, "key"), "theirs");
  await expect(file.write(Buffer.from("mine"))).rejects.toMatchObject({ exit: "local-file" });
  await expect(ReservedFile.reserve("key", options())).rejects.toMatchObject({ message: '"key" already exists' });
  expect([readdirSync(dir), readFileSync(join(dir, "key"), "utf8")]).toEqual([["key"], "theirs"]);
  await (await ReservedFile.reserve("key", options(true))).write(Buffer.from("mine"));
  expect(readFileSync(join(dir, "key"), "utf8")).toBe("mine");
});

test("a reserved file leaves nothing behind when it is discarded or the command is interrupted", async () => {
  await (await ReservedFile.reserve("key", options())).discard();
  expect(readdirSync(dir)).toEqual([]);
  await ReservedFile.reserve("key", options());
  await lifetime.finish();
  expect(readdirSync(dir)).toEqual([]);
});
