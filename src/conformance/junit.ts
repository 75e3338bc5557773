import { type CheckResult, countOf, type OperationResult } from "./report.ts";

/** JUnit report with a suite for each operation and a case for each check. */
export function junitReport(results: readonly OperationResult[], service: string): string {
  const all = { checks: results.flatMap(({ checks }) => checks) };
  const seconds = results.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(`conformance of ${service}`)}" ${countsOf(all)} time="${seconds.toFixed(3)}">`,
    ...results.flatMap(suiteOf),
    "</testsuites>",
  ];
  return `${lines.join("\n")}\n`;
}

function suiteOf(result: OperationResult): string[] {
  const { checks, durationMs, method, operation, path } = result;
  const name = escaped(`${operation} ${method} ${path}`);
  return [
    `  <testsuite name="${name}" ${countsOf(result)} time="${(durationMs / 1_000).toFixed(3)}">`,
    ...checks.map((check) => `    ${caseOf(operation, check)}`),
    "  </testsuite>",
  ];
}

function caseOf(operation: string, { check, outcome, reason = "" }: CheckResult): string {
  const head = `<testcase classname="${escaped(operation)}" name="${escaped(check)}"`;
  if (outcome === "passed") return `${head}/>`;
  if (outcome === "skipped") return `${head}><skipped message="${escaped(reason)}"/></testcase>`;
  return `${head}><failure message="${escaped(reason)}"/></testcase>`;
}

function countsOf(result: Pick<OperationResult, "checks">): string {
  const { length } = result.checks;
  return `tests="${length}" failures="${countOf(result, "failed")}" skipped="${countOf(result, "skipped")}"`;
}

/** Text of an attribute; characters that XML 1.0 does not allow become question marks. */
function escaped(text: string): string {
  const allowed = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "?");
  const names: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "\n": "&#10;",
  };
  return allowed.replace(/[&<>"\n]/g, (each) => names[each] ?? each);
}
