import { afterAll, expect, test } from "vitest";
import { sharedHome } from "../support/cli/local-home.ts";
import { docScenes, listDocBlocks, otherDocTests } from "./support/example-docs.ts";
import { runLane } from "./support/example-lanes.ts";
import { listExamples, listScripts } from "./support/example-list.ts";
import { isDerivable, operationNamed } from "./support/example-rules.ts";
import { scriptScenes } from "./support/example-scripts.ts";
import { type ExampleSites, startExampleSites } from "./support/example-sites.ts";
import { elsewhere, sceneOf, scenes } from "./support/scenes.ts";

const home = sharedHome({ fakeBrowser: true });
let sites: Promise<ExampleSites> | undefined;

afterAll(async () => (await sites)?.[Symbol.asyncDispose]());

/** A sample: no browser, no login, no terminal. `npm run test:full` runs every example. */
test.each(["stored", "settings"])(
  "the first example of each command about %s in help works, and has the effect that it says",
  async (name) => {
    sites ??= startExampleSites();
    const examples = (await listExamples()).filter((each) => each.isFirst && sceneOf(each).replies === undefined);
    const homes = { shared: home, own: home };
    const { kinds, problems } = await runLane(name, { examples, scripts: [], blocks: [] }, homes, await sites);
    expect(problems.join("\n")).toBe("");
    expect(kinds.size).toBeGreaterThan(3);
  },
);

test("every scene and every reason is about an example or a command of help", async () => {
  const examples = await listExamples();
  const names = new Set(examples.flatMap(({ line, spec }) => [line, spec.words]));
  for (const name of [...Object.keys(scenes), ...Object.keys(elsewhere)]) expect(names, name).toContain(name);
});

test("the effect of every example is checked", async () => {
  const unchecked = (await listExamples()).filter((example) => {
    if (Object.hasOwn(elsewhere, example.line)) return false;
    return sceneOf(example).effect === undefined && !isDerivable(example.spec, operationNamed(example.spec.operation));
  });
  expect(unchecked.map(({ line }) => line)).toEqual([]);
});

test("every block of shell lines in docs that calls the program has a scene, or another test", () => {
  const known = [...Object.keys(docScenes), ...Object.keys(otherDocTests)];
  expect(
    listDocBlocks()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(known.sort());
});

test("every script in the topics of help has a scene", async () => {
  expect((await listScripts()).map(({ name }) => name).sort()).toEqual(Object.keys(scriptScenes).sort());
});
