import { afterAll, beforeAll, expect, test } from "vitest";
import { operationGroups } from "../../src/conformance/groups.ts";
import { ConformanceRun } from "../../src/conformance/run-conformance.ts";
import { writePagelessBrowser } from "../support/browser/fake-browser.ts";
import { apiClient } from "../support/service/api-client.ts";
import { startService, type TestService } from "../support/service/service.ts";
import { breakages } from "./support/breakages.ts";
import { brokenService } from "./support/broken-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({ browser: writePagelessBrowser() });
});
afterAll(async () => {
  await service.stop();
});

/** Differences that a run finds, by operation and check. */
async function failuresOf(
  url: string,
  operation: string,
): Promise<{ operation: string; check: string; reason: string }[]> {
  const { options } = apiClient({ url }, { token: service.token });
  const { signal } = new AbortController();
  const run = new ConformanceRun({
    client: options,
    isLocal: true,
    groups: operationGroups,
    only: ({ id }) => id === operation,
    loginUrl: undefined,
    signal,
  });
  const { results } = await run.run();
  return results.flatMap((result) =>
    result.checks.flatMap(({ check, outcome, reason = "" }) =>
      outcome === "failed" ? [{ operation: result.operation, check, reason }] : [],
    ),
  );
}

const cases = breakages({ token: "" });

test("each operation that is broken conforms as it is", async () => {
  for (const operation of new Set(cases.map((each) => each.operation))) {
    expect(await failuresOf(service.baseUrl, operation)).toEqual([]);
  }
});

test.each(cases.map(({ breaks, operation, check }, at) => ({ breaks, operation, check, at })))(
  "$operation $check finds: $breaks",
  async ({ at }) => {
    const { breakage, check, operation, reason } = breakages(service)[at] as (typeof cases)[number];
    const { url } = await brokenService(service.baseUrl, breakage);
    const failures = await failuresOf(url, operation);
    expect(failures).toContainEqual({ operation, check, reason: expect.stringContaining(reason) });
  },
);

test("an interrupted run ends at once while it has created nothing, whatever the service does", async () => {
  const asked = Promise.withResolvers<void>();
  const { url } = await brokenService(service.baseUrl, {
    request: () => {
      asked.resolve();
      return "hold";
    },
  });
  const { options } = apiClient({ url }, { token: service.token });
  const interruption = new AbortController();
  const { signal } = interruption;
  const run = new ConformanceRun({ client: options, isLocal: true, groups: [], loginUrl: undefined, signal }).run();
  await asked.promise;
  const reason = new Error("interrupted");
  interruption.abort(reason);
  await expect(run).rejects.toBe(reason);
});

test("an interrupted run gives up its deletions at a service that does not answer them, and says what is left", async () => {
  const asked = Promise.withResolvers<void>();
  let isHeld = false;
  const { url } = await brokenService(service.baseUrl, {
    request: (sent) => {
      if (sent.path.startsWith("/profiles/")) isHeld = true;
      if (!isHeld) return sent;
      asked.resolve();
      return "hold";
    },
  });
  const { options } = apiClient({ url }, { token: service.token });
  const interruption = new AbortController();
  const run = new ConformanceRun({
    client: options,
    isLocal: true,
    groups: [],
    only: ({ id }) => id === "profiles.get",
    loginUrl: undefined,
    signal: interruption.signal,
  });
  const ended = run.run();
  await asked.promise;
  const reason = new Error("interrupted");
  interruption.abort(reason);
  await expect(ended).rejects.toBe(reason);
  expect(run.left.filter((path) => path.startsWith("/org/projects/"))).toHaveLength(2);
});
