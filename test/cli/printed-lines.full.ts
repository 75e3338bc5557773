import { test } from "vitest";
import { printedExamples, sameAsExample, usePrintedCode } from "./support/printed-code.ts";

usePrintedCode();

test.each(printedExamples)("%s and its printed line send the same", async (example) => {
  await sameAsExample(example, ["variables"]);
});

test.each(printedExamples)("%s and its line printed with --show-token send the same", async (example) => {
  await sameAsExample(example, ["shown"]);
});
