import { expect, test } from "vitest";
import { operations } from "../../src/contract/index.ts";
import type { OperationExample, OperationSpec } from "../../src/contract/operation.ts";
import { exampleProblems } from "../../src/generate/example-problems.ts";

const specs = JSON.parse(JSON.stringify(operations)) as OperationSpec[];

/** Problems of an operation whose example has these parts changed; undefined removes a part. */
function problemsWith(id: string, change: { [Part in keyof OperationExample]: unknown }): string[] {
  const spec = specs.find((each) => each.id === id) as OperationSpec;
  const example = JSON.parse(JSON.stringify({ ...spec.example, ...change })) as OperationExample;
  return exampleProblems([{ ...spec, example }]);
}

test("the examples of all operations are valid", () => {
  expect(exampleProblems(specs)).toEqual([]);
});

test("an operation without an example is refused by the build", () => {
  const { example: _, ...spec } = specs.find(({ id }) => id === "local.stop") as OperationSpec;
  expect(exampleProblems([spec as OperationSpec])).toEqual(["local.stop: has no example"]);
});

test.each<[id: string, change: { [Part in keyof OperationExample]: unknown }, problem: string]>([
  ["browsers.get", { params: undefined }, "example.params is missing"],
  ["browsers.get", { params: {} }, "example.params must have required property 'id_or_name'"],
  ["browsers.list", { query: { limit: 0 } }, "example.query/limit must be >= 1"],
  ["browsers.list", { query: { colour: "red" } }, "example.query must NOT have additional properties"],
  ["computer.click", { body: undefined }, "example.body is missing"],
  ["fs.readFile", { query: undefined }, "example.query is missing"],
  ["fs.writeFile", { body: "" }, "example.body must NOT have fewer than 1 characters"],
  ["extensions.upload", { body: { file: 7 } }, "example.body/file must be string"],
  ["computer.cursor", { result: undefined }, "example.result is missing"],
  ["computer.cursor", { result: { ok: true, more: 1 } }, "example.result must NOT have additional properties"],
  ["browsers.delete", { result: {} }, "example.result has no schema"],
  ["fs.watchEvents", { events: [] }, "example.events must NOT have fewer than 1 items"],
])("%s with %o in its example is refused by the build", (id, change, problem) => {
  expect(problemsWith(id, change)).toEqual([`${id}: ${problem}`]);
});
