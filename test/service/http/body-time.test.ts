import { expect, onTestFinished, test, vi } from "vitest";
import { startService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

const REQUEST_TIMEOUT_MS = 120_000;

test("the time limit of a request ends with the request", async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const started = vi.spyOn(globalThis, "setTimeout");
  const cleared = vi.spyOn(globalThis, "clearTimeout");
  onTestFinished(() => {
    started.mockRestore();
    cleared.mockRestore();
  });
  expect((await service.api("GET", "/browsers")).status).toBe(200);
  expect((await service.api("POST", "/profiles", { json: { name: "own" } })).status).toBe(201);
  const limits = started.mock.results.flatMap(({ value }, call) =>
    started.mock.calls[call]?.[1] === REQUEST_TIMEOUT_MS ? [value] : [],
  );
  expect(limits).toHaveLength(2);
  const left = await until(
    () => limits.filter((limit) => !cleared.mock.calls.some(([timer]) => timer === limit)).length,
    (count) => count === 0,
  );
  expect(left).toBe(0);
});
