import { expect, test } from "vitest";
import { drawnSliders } from "../../src/page-agent/read/drawn-slider.ts";
import { chooseLines } from "../../src/page-agent/snapshot/choose-lines.ts";
import { adopt } from "../../src/page-agent/snapshot/join-lines.ts";
import { controlsOf, linesBelow } from "../../src/page-agent/snapshot/line.ts";
import { element, line, linesOf, nested, paragraph, shown } from "./support/lines.ts";

// Each of these inputs takes minutes to hours where a computation looks at its elements once for each of the others.

test("a text of a million colons beside a control is compared with its name in one pass", () => {
  const root = line({ kind: "container" });
  const button = line({ kind: "control", role: "button", name: "Save" });
  const text = line({ name: `${":".repeat(1_000_000)}x` });
  adopt(root, [text, button, line({ name: "save *: " })]);
  expect(root.children).toEqual([text, button]);
});

test("a row of 20,000 cells with a button in each, deep in a page, has a line for each button", () => {
  const cells = Array.from({ length: 20_000 }, () => shown("gridcell", [shown("button")]));
  const root = linesOf(nested(300, shown("grid", [shown("row", cells)])));
  expect(controlsOf(root)).toHaveLength(cells.length);
});

test.for([
  [1_000, 4],
  [1_001, 0],
] as const)("rows of %i empty cells: %i have a reference", ([cells, rows]) => {
  const row = () =>
    shown(
      "row",
      Array.from({ length: cells }, () => shown("gridcell")),
    );
  const root = linesOf(shown("", [shown("grid", [row(), row(), row(), row()])]));
  expect([...linesBelow(root)].filter((each) => each.cells)).toHaveLength(rows);
});

test("200,000 paragraphs in one element have a line each", () => {
  const paragraphs = Array.from({ length: 200_000 }, () => paragraph("word"));
  expect(linesOf(nested(2, shown("", paragraphs))).children).toHaveLength(paragraphs.length);
});

test("an element of 200,000 children beside a hidden field is looked at for a slider", () => {
  const attributes = new Map([
    ["readonly", ""],
    ["tabindex", "-1"],
  ]);
  const field = element({ tag: "input", attributes, value: "5" });
  const slider = shown("", [element({ attributes: new Map([["tabindex", "0"]]) })]);
  const many = shown(
    "",
    Array.from({ length: 200_000 }, () => element()),
  );
  expect([...drawnSliders([many, field, slider])]).toEqual([[slider, field]]);
});

test("lines are chosen in turns, each with the containers around it that are not chosen yet", () => {
  const texts = Array.from({ length: 1_000 }, (_, at) => line({ name: `word ${at}` }));
  const inner = line({ kind: "container", role: "list", children: texts });
  const outer = line({ kind: "container", role: "table", children: [line({ kind: "group", children: [inner] })] });
  const root = line({ kind: "container", children: [outer] });
  const all = { interactive: false, find: undefined, depth: Number.POSITIVE_INFINITY, rows: undefined };
  const work = chooseLines(root, { ...all, maxTokens: 100 });
  let stops = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) stops += 1;
  expect(stops).toBeGreaterThanOrEqual((2 * texts.length) / 100 - 2);
  expect([...step.value.lines]).toEqual(expect.arrayContaining([inner, outer, texts[0]]));
  expect(step.value.tokens).toBeLessThanOrEqual(100);
  expect(step.value.tokens).toBeGreaterThan(95);
});
