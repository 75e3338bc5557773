import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePlainNode, nodeProgram } from "../../src/core/node-program.ts";
import { temporaryDirectory } from "../support/browser/chromium.ts";

const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:";

test("outside of a single executable, the Node program is the running one", () => {
  expect(nodeProgram()).toBe(process.execPath);
});

test.each([100, 8 * 2 ** 20 - 20, 8 * 2 ** 20 + 5])(
  "the plain Node differs from the executable in one digit, at byte %d",
  async (at) => {
    const directory = await temporaryDirectory();
    const [executable, copy] = [join(directory, "executable"), join(directory, "node")];
    const bytes = Buffer.alloc(9 * 2 ** 20, "x");
    bytes.write(`${fuse}1`, at);
    writeFileSync(executable, bytes, { mode: 0o755 });
    makePlainNode(executable, copy);
    bytes.write(`${fuse}0`, at);
    expect(readFileSync(copy).equals(bytes)).toBe(true);
    expect(statSync(copy).mode & 0o777).toBe(0o700);
    expect(readdirSync(directory).toSorted()).toEqual(["executable", "node"]);
  },
);

test("a file that is not a single executable is refused, and no copy is left", async () => {
  const directory = await temporaryDirectory();
  const [executable, copy] = [join(directory, "executable"), join(directory, "node")];
  writeFileSync(executable, `${fuse}0`);
  expect(() => makePlainNode(executable, copy)).toThrow("is not a single executable of Node");
  expect(readdirSync(directory)).toEqual(["executable"]);
});
