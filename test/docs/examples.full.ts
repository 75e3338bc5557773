import { afterAll, expect, test } from "vitest";
import { sharedHome } from "../support/cli/local-home.ts";
import { listDocBlocks, otherDocTests } from "./support/example-docs.ts";
import { laneNames, runLane } from "./support/example-lanes.ts";
import { listExamples, listScripts } from "./support/example-list.ts";
import type { EffectKind } from "./support/example-rules.ts";
import { type ExampleSites, startExampleSites } from "./support/example-sites.ts";
import { elsewhere } from "./support/scenes.ts";

/** Pattern of the examples to run, while one works on them: `EXAMPLES='^browserctl local'`. */
const chosen = process.env["EXAMPLES"];

const homes = { shared: sharedHome(), own: sharedHome() };
const counts = new Map<EffectKind, number>();
let sites: Promise<ExampleSites> | undefined;

afterAll(async () => (await sites)?.[Symbol.asyncDispose]());

function isChosen(text: string): boolean {
  return chosen === undefined || new RegExp(chosen).test(text);
}

test.concurrent.each(laneNames)(
  "every example of the %s works, and has the effect that it says",
  async (name) => {
    sites ??= startExampleSites();
    const examples = (await listExamples()).filter(({ text }) => isChosen(text));
    const scripts = (await listScripts()).filter((script) => isChosen(script.name));
    const blocks = listDocBlocks().filter((block) => isChosen(block.name));
    const { kinds, problems } = await runLane(name, { blocks, examples, scripts }, homes, await sites);
    for (const [kind, count] of kinds) counts.set(kind, (counts.get(kind) ?? 0) + count);
    if (problems.length > 0) throw new Error(problems.join("\n"));
  },
  // Lanes share the processors, so that one of many examples takes as long as all.
  1_800_000,
);

test.skipIf(chosen !== undefined)("each example of help and docs was run, or has a reason not to", async () => {
  const listed = (await listExamples()).length + (await listScripts()).length + listDocBlocks().length;
  const ran = [...counts.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(`examples by the check of their effect: ${JSON.stringify(Object.fromEntries(counts))}\n`);
  const other = Object.keys(elsewhere).length + Object.keys(otherDocTests).length;
  expect(ran + other).toBe(listed);
});
