import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { zip64Claiming } from "../support/zip.ts";
import { type Kind, mutated, outcome, plainTar, randomFrom, tree, zip, zstdTar } from "./support/archives.ts";

const MUTATIONS = 20_000;
const seed = Number(process.env["BROWSERCTL_TEST_SEED"] ?? Date.now() % 2 ** 31);

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "browserctl-damaged-"));
});
afterAll(() => rmSync(dir, { recursive: true }));

const good: readonly [what: string, kind: Kind, bytes: Buffer][] = [
  ["zip", "zip", zip()],
  ["zip64", "zip", zip64Claiming(0n)],
  ["tar", "tar", plainTar()],
  ["tar.zst", "tar.zst", zstdTar()],
];

describe.each(good)("%s", (what, kind, bytes) => {
  const files = what === "zip64" ? {} : tree;

  test("every flipped bit is an error, or changes no name and no checked content", async () => {
    for (let at = 0; at < bytes.length * 8; at += 1) {
      const flipped = Buffer.from(bytes);
      flipped[at >> 3] = (flipped[at >> 3] as number) ^ (1 << (at & 7));
      const result = await outcome(kind, flipped, dir);
      if ("error" in result) continue;
      if (kind === "tar") expect(Object.keys(result.files), `bit ${at}`).toEqual(Object.keys(files));
      else expect(result.files, `bit ${at}`).toEqual(files);
    }
  });

  test(`random changes with seed ${seed} give an error or an archive`, async () => {
    const random = randomFrom(seed);
    for (let count = 0; count < MUTATIONS; count += 1) {
      expect(await outcome(kind, mutated(bytes, random), dir), `change ${count}`).toBeTypeOf("object");
    }
  });
});
