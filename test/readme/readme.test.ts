import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../src/generate/paths.ts";
import { readParts } from "./console-blocks.ts";
import { pages, RUN_BOUND_MS, runPages } from "./run-pages.ts";

/** Pages of docs that need no further session. `npm run test:full` runs every page. */
const cheap = [
  "docs/sessions.md",
  "docs/agents.md",
  "docs/profiles.md",
  "docs/credential-providers.md",
  "docs/local-service.md",
  "docs/conformance.md",
];

test(
  "the console blocks of README, sessions, agents, profiles, credential providers and local service work in order in a fresh home and show what they print",
  async () => {
    const { problems, orders } = await runPages(["README.md", ...cheap]);
    expect(problems).toBe("");
    expect(orders).toEqual([{ country: "Japan", date: "2027-03-15" }]);
  },
  RUN_BOUND_MS,
);

test("no page of docs has console blocks that are not run", async () => {
  const names = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md"));
  const withBlocks = await Promise.all(
    names.map(async (name) => ({
      name: `docs/${name}`,
      parts: readParts(await readFile(join(root, "docs", name), "utf8")),
    })),
  );
  const typed = withBlocks.filter(({ parts }) => parts.some((part) => "step" in part)).map(({ name }) => name);
  expect(typed.filter((name) => !pages.includes(name))).toEqual([]);
});
