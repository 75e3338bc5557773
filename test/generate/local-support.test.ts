import { describe, expect, test } from "vitest";
import type { LocalSupport } from "../../src/contract/local-support.ts";
import type { OperationSpec } from "../../src/contract/operation.ts";
import { supportProblems } from "../../src/generate/local-support.ts";

const spec = (local: LocalSupport, path = "/things"): OperationSpec =>
  ({
    id: "things.create",
    area: "things",
    method: "POST",
    path,
    query: { type: "object", properties: { limit: { type: "integer" } } },
    body: {
      type: "object",
      properties: {
        size: { anyOf: [{ type: "object", properties: { width: { type: "integer" } } }, { type: "null" }] },
      },
    },
    local,
  }) as unknown as OperationSpec;
const recorded = { support: "recorded", note: "stored" } as const;

describe("the build refuses declared support", () => {
  test.each<[name: string, local: LocalSupport, problem: string]>([
    ["of an unknown field", { fields: { color: recorded } }, 'things.create: local.fields["color"] is no field'],
    [
      "of an unknown nested field",
      { fields: { "size.height": recorded } },
      'things.create: local.fields["size.height"] is no field',
    ],
    [
      "that calls values of a full field harmless",
      { fields: { size: { support: "full", note: "any size", harmless: [null] } } },
      'things.create: local.fields["size"] is full: no value of it is harmless',
    ],
  ])("%s", (_, local, problem) => {
    expect(supportProblems([spec(local)])).toEqual([problem]);
  });

  test("of a route that is declared twice", () => {
    expect(supportProblems([spec({}), spec({})])).toEqual(["POST /things is declared twice"]);
  });
});

test("fields of the query and of an object in the body are accepted", () => {
  expect(supportProblems([spec({ fields: { limit: recorded, "size.width": recorded } })])).toEqual([]);
});
