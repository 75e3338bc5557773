import { chownSync, existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AnswerCache } from "../../src/complete/answer-cache.ts";
import { forgetCompletions } from "../../src/settings/forget-completions.ts";
import { temporaryDirectory } from "../support/browser/chromium.ts";

const answer = { at: 1, rows: [], whole: true, pages: 1 };

test("a cache directory that is a link is neither written nor cleaned", async () => {
  const [home, target] = [await temporaryDirectory(), await temporaryDirectory()];
  const old = join(target, "old");
  writeFileSync(old, "x");
  utimesSync(old, 0, 0);
  const cache = join(home, ".cache/browserctl");
  mkdirSync(cache, { recursive: true });
  symlinkSync(target, join(cache, "completion"));
  new AnswerCache(join(cache, "completion")).write("name", answer, Date.now());
  expect(readdirSync(target)).toEqual(["old"]);
});

test.runIf(process.getuid?.() === 0)("root changes no cache in another user's home", async () => {
  const home = await temporaryDirectory();
  const cache = join(home, ".cache/browserctl/completion");
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, "name"), "x");
  chownSync(home, 4_321, 4_321);
  new AnswerCache(cache).write("other", answer, Date.now());
  forgetCompletions({ HOME: home });
  expect(readdirSync(cache)).toEqual(["name"]);
  chownSync(home, 0, 0);
  forgetCompletions({ HOME: home });
  expect(existsSync(cache)).toBe(false);
});
