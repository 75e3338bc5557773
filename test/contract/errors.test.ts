import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ErrorCode, errorCodes, errorCodesOf, outsideOperations } from "../../src/contract/errors.ts";
import { operations } from "../../src/contract/index.ts";
import type { OperationSpec } from "../../src/contract/operation.ts";
import { areaLoaders } from "../../src/generated/index.ts";
import { ApiError } from "../../src/service/api-error.ts";

import { supportTable } from "../../src/service/support.ts";

const specs: readonly OperationSpec[] = operations;
const serviceDir = join(import.meta.dirname, "../../src/service");

test("every error code is one that an operation lists, or one that none can answer", () => {
  const listed = new Set([...specs.flatMap(errorCodesOf), ...outsideOperations]);
  expect([...listed].sort()).toEqual(Object.keys(errorCodes).sort());
  for (const code of outsideOperations) expect(specs.flatMap(errorCodesOf)).not.toContain(code);
});

test("every error code is thrown somewhere in the service", async () => {
  const files = (await readdir(serviceDir, { recursive: true })).filter((name) => name.endsWith(".ts"));
  const text = (await Promise.all(files.map((name) => readFile(join(serviceDir, name), "utf8")))).join("\n");
  for (const code of Object.keys(errorCodes)) expect(text, code).toContain(`"${code}"`);
});

test("each meaning is one sentence", () => {
  for (const [code, { meaning }] of Object.entries(errorCodes)) {
    expect(meaning, code).toMatch(/^[A-Z].*\.$/);
    expect(meaning, code).not.toMatch(/\. [A-Z]/);
  }
});

test("an operation with fields that the local service does not have says so", async () => {
  const areas = await Promise.all(Object.values(areaLoaders).map((load) => load()));
  const rows = supportTable(areas.flatMap((area) => Object.values(area.operations)));
  const found = rows.filter((row) => row.field !== undefined && row.support === "unsupported");
  expect(found.length).toBeGreaterThan(0);
  for (const { operation } of found) {
    const spec = specs.find(({ id }) => id === operation) as OperationSpec;
    expect(errorCodesOf(spec), operation).toContain("not_supported_locally");
  }
});

test("a code of its own is listed once, and never one that follows from the operation's form", () => {
  for (const spec of specs) {
    const implied = errorCodesOf({ ...spec, errors: [] });
    const doubled = spec.errors.filter((code, at) => implied.includes(code) || spec.errors.indexOf(code) !== at);
    expect(doubled, spec.id).toEqual([]);
  }
});

test("a code that the table does not have, or with another status, does not compile", () => {
  // @ts-expect-error: not in the table
  new ApiError(404, "no_such_code", "message");
  // @ts-expect-error: the status of another code
  new ApiError(404, "conflict", "message");
  const code: ErrorCode = new ApiError(409, "conflict", "message").code;
  expect(code).toBe("conflict");
});
