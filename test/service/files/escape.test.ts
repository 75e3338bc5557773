import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { at, hostEscape, swaps } from "./support/host-escape.ts";

const its = hostEscape();

test.each(swaps)("%s, all the time: nothing of the host is read or changed", async (_what, swap) => {
  await its.race(swap, 5);
});

test("links that the machine itself has planted lead nowhere", async () => {
  const before = await its.hostState();
  await symlink(its.host, join(its.root, "tmp/race/planted"));
  await symlink(join(its.host, "f"), join(its.root, "tmp/race/planted-file"));
  for (const path of ["/tmp/race/planted/f", "/tmp/race/planted-file"]) {
    expect((await its.fs("GET", `read_file?${at(path)}`)).status, path).toBe(404);
  }
  for (const path of ["/tmp/race/planted/new", "/tmp/race/planted/sub/new", "/tmp/race/planted-file"]) {
    expect((await its.fs("PUT", `write_file?${at(path)}`, { bytes: "x" })).status, path).toBe(404);
  }
  expect((await its.fs("PUT", "delete_directory", { json: { path: "/tmp/race/planted" } })).status).toBe(400);
  expect((await its.fs("PUT", "delete_file", { json: { path: "/tmp/race/planted" } })).status).toBe(200);
  expect(await its.hostState()).toEqual(before);
});
