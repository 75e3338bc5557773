import { describe, expect, test } from "vitest";
import type { PlainOperation, PlainSchema } from "../../src/contract/plain.ts";
import { areaLoaders } from "../../src/generated/index.ts";
import { checkFields, supportTable } from "../../src/service/support.ts";

const areas = await Promise.all(Object.values(areaLoaders).map((load) => load()));
const operations: PlainOperation[] = areas.flatMap((area) => Object.values(area.operations));
const table = supportTable(operations);

describe("the support table", () => {
  test("the support table has every operation and every request field, once", () => {
    const keys = table.map((row) => `${row.operation} ${row.field ?? ""}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const operation of operations) {
      expect(keys).toContain(`${operation.id} `);
      // A row about the whole operation says enough.
      if (table.some((row) => row.operation === operation.id && row.support === "unsupported")) continue;
      for (const field of Object.keys(operation.body?.properties ?? {}))
        expect(keys).toContain(`${operation.id} ${field}`);
      for (const field of Object.keys(operation.query?.properties ?? {}))
        expect(keys).toContain(`${operation.id} ${field}`);
    }
  });

  test("the support table names only fields that the contract has, and says why they are not full", () => {
    for (const row of table) {
      if (row.field === undefined) continue;
      const operation = operations.find((one) => one.id === row.operation);
      const schemas = [operation?.params, operation?.query, operation?.body];
      expect(
        schemas.some((schema) => has(schema, row.field ?? "")),
        `${row.operation} ${row.field}`,
      ).toBe(true);
      if (row.support !== "full") expect(row.note, `${row.operation} ${row.field}`).toMatch(/\w/);
    }
  });

  test("an operation that only a hosted service has says why, and has no rows for fields", () => {
    const rows = table.filter(({ operation }) => operation === "replays.start");
    expect(rows).toEqual([
      { operation: "replays.start", support: "unsupported", note: expect.stringMatching(/video/) },
    ]);
  });
});

test("fields that ask for the usual behavior are neither refused nor named", () => {
  const body = { gpu: false, extensions: [], chrome_policy: {}, headless: true, kiosk_mode: false, telemetry: {} };
  expect(checkFields("browsers.create", body)).toEqual([]);
  expect(checkFields("browsers.create", { ...body, headless: false, kiosk_mode: true, region: "us-east" })).toEqual([
    "region",
  ]);
  expect(checkFields("browsers.create", undefined)).toEqual([]);
});

test.each([
  ["browsers.create", { telemetry: null }, []],
  ["browsers.create", { telemetry: { enabled: false, export: { otlp: { enabled: false } } } }, []],
  ["browsers.create", { telemetry: { enabled: true } }, ["telemetry"]],
  ["browsers.create", { telemetry: { browser: {} } }, ["telemetry"]],
  ["process.exec", { command: "ls", as_user: "", as_root: false }, []],
] as const)("%s with %o records %o", (operation, body, recorded) => {
  expect(checkFields(operation, body)).toEqual(recorded);
});

test.each([
  ["browsers.create", { gpu: true }, "gpu"],
  ["browsers.create", { gpu: true, memory: "16GiB" }, "gpu, memory"],
  ["process.spawn", { as_user: "root" }, "as_user"],
] as const)("%s with %o is 501 and names %s", (operation, body, names) => {
  expect(() => checkFields(operation, body)).toThrow(`the local service does not support ${names} of ${operation}`);
});

function has(schema: PlainSchema | undefined, path: string): boolean {
  const [first = "", ...rest] = path.split(".");
  const next = schema?.properties?.[first];
  return next !== undefined && (rest.length === 0 || has(next, rest.join(".")));
}
