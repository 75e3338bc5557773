import { expect, test } from "vitest";
import { withEagerFunctions } from "../../src/generate/eager-functions.ts";

function exportsOf(text: string): Record<string, unknown> {
  const exports = {};
  new Function("exports", text)(exports);
  return exports;
}

test("functions become expressions in parentheses that behave as before", async () => {
  const text = `exports.four=twice(2);const one=1;function twice(n){return n===0?0:2+twice(n-1)}
async function later(){return one}exports.later=later;function*each(){yield one}exports.all=[...each()];exports.name=twice.name`;
  const eager = withEagerFunctions(text);
  expect(eager).toContain("var twice=(function twice(n){");
  expect(eager).not.toMatch(/(^|[;}\n])(async )?function/);
  const { later, ...values } = exportsOf(eager);
  expect(values).toEqual({ four: 4, all: [1], name: "twice" });
  expect(await (later as () => Promise<number>)()).toBe(1);
});

test("strict mode stays at the top, and a file without functions as it is", () => {
  const text = withEagerFunctions('"use strict";exports.strict=strict();function strict(){return this===undefined}');
  expect(exportsOf(text)).toEqual({ strict: true });
  expect(withEagerFunctions("exports.a=1;")).toBe("exports.a=1;");
});
