import { afterAll, beforeAll, expect, test } from "vitest";
import { operationGroups } from "../../src/conformance/groups.ts";
import type { OperationResult } from "../../src/conformance/report.ts";
import { type ConformanceReport, ConformanceRun } from "../../src/conformance/run-conformance.ts";
import { type DemoSite, demoSite } from "../../src/demo-site/demo-site.ts";
import { apiClient } from "../support/service/api-client.ts";
import { startService, type TestService } from "../support/service/service.ts";

let service: TestService;
let site: DemoSite;
let report: ConformanceReport;
beforeAll(async () => {
  site = await demoSite({ now: Date.now });
  service = await startService();
  const { options } = apiClient({ url: service.baseUrl }, { token: service.token });
  const loginUrl = site.on("main", "/password");
  const { signal } = new AbortController();
  report = await new ConformanceRun({
    client: options,
    isLocal: true,
    groups: operationGroups,
    loginUrl,
    signal,
  }).run();
}, 300_000);
afterAll(async () => {
  await site.close();
  await service.stop();
});

/** Checks with an outcome, each with its operation and reason. */
function checksWith(outcome: string): string[] {
  const of = ({ checks, operation }: OperationResult): string[] =>
    checks
      .filter((each) => each.outcome === outcome)
      .map(({ check, reason }) => `${operation} ${check}${reason === undefined ? "" : `: ${reason}`}`);
  return report.results.flatMap(of);
}

test("the local service conforms to every declaration", () => {
  expect(checksWith("failed")).toEqual([]);
  expect(checksWith("passed").length).toBeGreaterThan(1_200);
});

test("only what the local service does not have is skipped", () => {
  const own = checksWith("skipped").filter(
    (each) => !each.includes(" all: unsupported: the local service does not serve"),
  );
  expect(own.map((each) => each.replace(/ on \d.*/, ""))).toEqual([
    "projects.oldCreate all: removed",
    "projects.oldList all: removed",
    "local.stop all: it ends the service",
  ]);
});

test("a run leaves nothing behind", async () => {
  expect(report.left).toEqual([]);
  const names = async (path: string): Promise<string[]> =>
    ((await service.api("GET", path)).body as { name: string }[]).map(({ name }) => name);
  expect(await names("/org/projects")).toEqual(["default"]);
  expect((await names("/org/api_keys")).filter((name) => name.includes("conformance"))).toEqual([]);
  expect((await service.api("GET", "/_local/chaos")).body).toMatchObject({ spec: null });
});
