import type { CommandSpec } from "../../../src/cli/declare/spec.ts";
import { completionModel } from "../../../src/generate/completions/model.ts";

/** Everything a shell or a list of descriptions could take for something else. */
export const hostile =
  'It\'s "so" [a] (b) {c,d} $HOME $(echo no) `echo no` 1:2 \\n \\ 100% ~ * ? ! # & | < > ; = -- @x ’q‘';

const strange: readonly CommandSpec[] = [
  {
    words: "things poke",
    effects: "none",
    summary: hostile,
    args: [{ name: "a:thing [x]", summary: hostile, required: true }],
    flags: [
      { name: "odd", short: "O", kind: "string", summary: hostile, placeholder: "'A: B'" },
      { name: "many", kind: "pairs", summary: hostile },
      { name: "place", kind: "enum", summary: hostile, choices: ["us:east", "it's", "$x", "a(b)"] },
    ],
    examples: [],
  },
  {
    words: "things run",
    effects: "none",
    summary: "Run",
    rest: { name: "COMMAND", summary: "What" },
    aliases: ["go"],
    examples: [],
  },
];
export const strangeModel = completionModel(strange, [], [{ words: "things", summary: hostile }]);
