import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoSite, demoSite } from "../../src/demo-site/demo-site.ts";
import { operationOf, specs } from "../support/conformance.ts";
import { ExampleCalls } from "../support/example-calls.ts";
import { startService, type TestService } from "../support/service.ts";

let service: TestService;
let site: DemoSite;
let url: string;
let examples: ExampleCalls;
beforeAll(async () => {
  site = await demoSite({ now: Date.now });
  url = site.on("main", "/password");
  service = await startService();
  // Before deprecated operations are removed, whatever day it is.
  await service.clock.set(Date.UTC(2026, 5));
  examples = new ExampleCalls(service, url);
});
afterAll(async () => {
  await site.close();
  await service.stop();
});

/** Operations that change the service for every other call. */
const changesService = ["local.stop", "local.chaosSet", "local.clockSet", "local.clockReset", "org.updateLimits"];

/** `api` checks status, headers, content type, body and each event of an answer against the declaration. */
async function callExample(spec: (typeof specs)[number], calls: ExampleCalls): Promise<void> {
  const { path, answer } = await calls.call(spec);
  expect(answer.status, `${spec.method} ${path} ${answer.text}`).toBeLessThan(300);
  expect(operationOf(spec.method, path)?.id).toBe(spec.id);
  if (spec.response.kind === "sse") expect(answer.text).toMatch(/^data: \{/);
}

test.each(specs.filter(({ id }) => !changesService.includes(id)))(
  "$id answers its example as declared",
  async (spec) => {
    await callExample(spec, examples);
  },
);

test.each(specs.filter(({ id }) => changesService.includes(id)))(
  "$id answers its example as declared in a service of its own",
  async (spec) => {
    const own = await startService();
    await callExample(spec, new ExampleCalls(own, url));
    if (spec.id === "local.stop") expect(await own.running.stopped).toBe("a stop was requested");
    await own.stop();
  },
);

test("a network failure has its own body", async () => {
  const { session_id } = await service.create();
  const answer = await service.api("POST", `/browsers/${session_id}/curl`, { json: { url: "http://127.0.0.1:1/" } });
  expect(answer).toMatchObject({ status: 502, body: { code: "network_error", net_error: -312 } });
  expect(answer.headers.get("x-should-retry")).toBe("false");
});
