import { test } from "vitest";
import { runExamples } from "./support/run-examples.ts";

test("every example in help works against the local service, and has the effect that it says", async () => {
  await runExamples(Number.POSITIVE_INFINITY);
}, 600_000);
