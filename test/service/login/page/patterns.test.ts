import { readdir, readFile } from "node:fs/promises";
import { runInNewContext } from "node:vm";
import { parseSync, Visitor } from "rolldown/utils";
import { expect, test } from "vitest";

/** Length of a text on which a pattern of cubic time takes minutes, and one of quadratic time part of a second. */
const LENGTH = 5_000;
const LIMIT_MS = 20_000;

const characters = ["*", "x", "1", "_", " ", ".", "-", "@"];
const texts = characters.flatMap((first) =>
  characters.map((second) => `!${first.repeat(LENGTH / 2)}${second.repeat(LENGTH / 2)}\u0001`),
);

async function patternsBelow(directory: string): Promise<[string, RegExp][]> {
  const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith(".ts"));
  const patterns: [string, RegExp][] = [];
  for (const name of names.filter((one) => !one.endsWith("login-words.ts"))) {
    const { program } = parseSync(name, await readFile(`${directory}/${name}`, "utf8"));
    new Visitor({
      Literal: (literal) => {
        if ("regex" in literal) patterns.push([name, new RegExp(literal.regex.pattern, literal.regex.flags)]);
      },
    }).visit(program);
  }
  return patterns;
}

test("no pattern for texts of a page takes cubic time", { timeout: 120_000 }, async () => {
  const patterns = [...(await patternsBelow("src/service/login")), ...(await patternsBelow("src/login-reader"))];
  expect(patterns.length).toBeGreaterThan(100);
  const slow = patterns.filter(([, pattern]) => {
    try {
      runInNewContext("for (const text of texts) text.search(pattern);", { texts, pattern }, { timeout: LIMIT_MS });
      return false;
    } catch {
      return true;
    }
  });
  expect(slow).toEqual([]);
});
