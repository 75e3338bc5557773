import { command, table } from "../cli/declare/command.ts";
import { operationGroups } from "../conformance/groups.ts";
import type { ConformanceRow } from "./conformance/lib/row.ts";

/** Milliseconds in which an interrupted run deletes what it has created. */
export const GRACE_MS = 60_000;

export const conformance = command({
  words: "conformance",
  effects: "service",
  summary: "Compare a service with the declared API, operation by operation",
  description:
    "Sends the example of every operation, and requests that must be refused, to a service: the one at the address, or that of the context. Works in a project of its own, deletes what it has created, and asks before it starts on a service that is not local. Operations that the service does not have (501) are skipped.",
  args: {
    url: {
      summary: "Base URL of the service, the same as --base-url; by default that of the context",
      required: false,
      flag: "base-url",
    },
  },
  flags: {
    only: {
      kind: "string",
      repeat: true,
      placeholder: "OPERATION",
      summary: "Only these operations: an id, an area, or a pattern such as profiles.*",
    },
    include: {
      kind: "enum",
      choices: operationGroups,
      repeat: true,
      placeholder: "GROUP",
      summary: "Also operations that cost money, or change the organization or the local service",
    },
    page: {
      kind: "string",
      placeholder: "URL",
      summary: "Page with a login form that browsers of the service can open; a local service gets one",
    },
    junit: { kind: "string", placeholder: "FILE", summary: "Also write a JUnit report to this file" },
    force: { kind: "boolean", summary: "Replace the file if it exists" },
  },
  exits: {
    "outcome-failed": "the service differs from the declaration",
    timeout: "the service did not end 5 of its answers within 2 minutes each, or --timeout ended the run",
    declined: "nothing was sent",
  },
  seeAlso: ["openapi", "schema", "local support"],
  examples: [
    { line: "conformance --only profiles --only proxies.create", does: "Check the profiles, and one operation more" },
    { line: "conformance --only credentials --junit conformance.xml", does: "Check with a report for CI" },
    {
      line: "conformance https://api.example.com --only projects",
      does: "Check a part of the service at an address",
    },
    {
      line: "conformance --context prod --only projects --yes -o json",
      does: "Check a part of a hosted service, for a program",
    },
  ],
  columns: table<ConformanceRow>([
    { path: "operation", whole: true },
    { path: "outcome", as: "state", whole: true },
    { path: "passed" },
    { path: "failed" },
    { path: "skipped" },
    { path: "reason" },
  ]),
  idField: "operation",
  outlivesMs: GRACE_MS,
  output: async () => (await import("./lib/outputs.ts")).conformanceOutput,
  run: () => import("./conformance.run.ts"),
});
