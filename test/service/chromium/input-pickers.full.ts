import { expect, test } from "vitest";
import { PickerPages, ROW } from "./support/picker-pages.ts";

const pages = PickerPages.share();

test.each([
  [1, "fr"],
  [3, "gr"],
])(
  "a click on option number %i chooses %s, with the events of a person, and not what is beneath",
  async (at, value) => {
    await pages.expectChoice(at, value);
  },
);

test.each([
  ["dark", ":root { color-scheme: dark }"],
  ["between pixels", "body { margin: 16.4px }"],
])("a click chooses in a list that is %s", async (_how, css) => {
  await pages.expectChoiceWithStyles(css);
});

test("a click at each half row of a list with groups and a line chooses each option, and nothing beneath", async () => {
  const halfRows = Array.from({ length: 12 }, (_, index) => (index * ROW) / 2);
  expect(await pages.choicesInGroups(halfRows)).toEqual(["A", "B", "C", "D"]);
  expect(pages.eventsOf("select", "click").filter((line) => line.includes("beneath"))).toEqual([]);
});

test("a click chooses in a list within a shadow tree that is open", async () => {
  await pages.expectChoiceInShadowTree("open");
});
