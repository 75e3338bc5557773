import { expect, test } from "vitest";
import { operations } from "../../../src/contract/index.ts";
import type { OperationSpec } from "../../../src/contract/operation.ts";
import { OLD_ROUTES_REMOVAL } from "../../../src/contract/projects.ts";
import { deprecationsOf } from "../../../src/generate/deprecations.ts";
import { runHere, temporaryHome } from "../../support/cli/run-cli.ts";

interface Row {
  kind: string;
  name: string;
  state: string;
  removal: string | null;
  operations: string[];
}

async function listed(): Promise<Row[]> {
  const result = await runHere(["deprecations", "-o", "json"], { home: temporaryHome() });
  expect([result.code, result.stderr]).toEqual([0, ""]);
  return JSON.parse(result.stdout) as Row[];
}

test("the old routes of projects have a last day and a replacement", async () => {
  const [old] = await listed();
  expect(old).toMatchObject({
    kind: "operation",
    name: "POST /projects",
    since: null,
    removal: OLD_ROUTES_REMOVAL,
    replacement: "POST /org/projects",
  });
  expect(old?.state).toBe(Date.now() >= Date.parse(OLD_ROUTES_REMOVAL) ? "removed" : "deprecated");
});

test("every operation and field that the contract marks is listed", async () => {
  const rows = await listed();
  const specs: readonly OperationSpec[] = operations;
  const marked = specs.filter(({ deprecated }) => deprecated).map(({ id }) => id);
  expect(rows.filter(({ kind }) => kind === "operation").flatMap((row) => row.operations)).toEqual(marked);
  const fields = rows.filter(({ kind }) => kind !== "operation");
  expect(fields).toContainEqual({
    kind: "request field",
    name: "proxy_id",
    state: "deprecated",
    since: "0.88",
    removal: null,
    replacement: "proxy.id",
    operations: ["browsers.create"],
  });
  expect(fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["last_auth_at", "config.os", "browser_telemetry"]),
  );
});

test("a date that is not announced says so", async () => {
  const { stdout } = await runHere(["deprecations"], { home: temporaryHome() });
  expect(stdout).toMatch(/^operation\tPOST \/projects\t2026-11-24\t/);
  expect(stdout).toContain("request field\tproxy_id of browsers\tnot announced\tproxy.id\t");
});

test("a deprecated field without its facts is a mistake of the contract", () => {
  const [spec] = operations as readonly OperationSpec[];
  const body = { type: "object", properties: { old: { type: "string", deprecated: true } } };
  expect(() => deprecationsOf([{ ...spec, body } as unknown as OperationSpec])).toThrow(
    "old is deprecated without facts",
  );
});
