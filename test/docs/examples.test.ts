import { expect, test } from "vitest";
import { commands } from "../../src/commands/index.ts";
import { effects, elsewhere, preparations } from "./support/example-effects.ts";
import { runExamples } from "./support/run-examples.ts";

test("the first example of every command works against the local service, and has the effect that it says", async () => {
  await runExamples(1);
});

test("every line with a reason, a preparation or an effect of its own is an example", () => {
  const lines = new Set(commands.flatMap(({ examples }) => examples.map(({ line }) => line)));
  for (const line of [elsewhere, preparations, effects].flatMap(Object.keys)) expect(lines, line).toContain(line);
});
