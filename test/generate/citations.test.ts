import { describe, expect, test } from "vitest";
import { citationProblems, projectCitationProblems, sectionsOf } from "../../src/generate/citations.ts";

const pages = {
  spec: sectionsOf("# Page\n\n## 2 Things\n\n### 2.3 Rules\n\n1. One.\n2. Two.\n\n### 4.4 A path\n"),
  contract: sectionsOf("## 0 General\n\n### 0.8 Lists\n\nText with 0.9 in it.\n\n### 0.10 Forms\n"),
};
const problems = (text: string): string[] => citationProblems("a.ts", text, pages);

/** The text with the words that the check of this very file would find. */
const cited = (text: string): string => text.replace(/SPEC|CONTRACT|RULING/g, (word) => word.toLowerCase());

test("every citation of the project leads to a section", async () => {
  expect(await projectCitationProblems()).toEqual([]);
});

describe("citations that lead somewhere", () => {
  test.each([
    "/** A list (contract 0.8). */",
    "spec 2.3 rules 1 and 2, contract 0.8, 0.10",
    "spec 2.3 to 4.4: both",
    " * as it says (spec 2,\n * 4.4)",
    "the specification 9.9, 50% of the contract",
  ])("%s", (text) => {
    expect(problems(text)).toEqual([]);
  });
});

describe("citations that lead nowhere", () => {
  test.each([
    ["SPEC 9.9", "a.ts cites SPEC 9.9, which docs/specification.md does not have"],
    ["CONTRACT 0.8, 0.9", "a.ts cites CONTRACT 0.9, which docs/contract.md does not have"],
    ["(SPEC 2.3 and\n   * 7)", "a.ts cites SPEC 7, which docs/specification.md does not have"],
    ["CONTRACT 0.1", "a.ts cites CONTRACT 0.1, which docs/contract.md does not have"],
    ["SPEC 2.3 rules 2 to 3", "a.ts cites SPEC 2.3 rule 3; docs/specification.md has 2 rules there"],
    ["CONTRACT 0.8 rule 1", "a.ts cites CONTRACT 0.8 rule 1; docs/contract.md has 0 rules there"],
    ["as decided (RULING 12)", 'a.ts cites RULING 12: write "assumed:" and the reason'],
  ])("%s", (text, problem) => {
    expect(problems(cited(text))).toEqual([cited(problem)]);
  });
});
