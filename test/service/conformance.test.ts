import { afterAll, beforeAll, expect, test } from "vitest";
import { parametersOf, servedSpecs } from "../../src/conformance/declarations.ts";
import { ExampleCalls } from "../../src/conformance/example-calls.ts";
import { type DemoSite, demoSite } from "../../src/demo-site/demo-site.ts";
import { writePagelessBrowser } from "../support/browser/fake-browser.ts";
import { checkExample } from "../support/service/conformance.ts";
import { startService, type TestService } from "../support/service/service.ts";

let service: TestService;
let site: DemoSite;
let url: string;
let examples: ExampleCalls;
beforeAll(async () => {
  site = await demoSite({ now: Date.now });
  url = site.on("main", "/password");
  service = await startService({ browser: writePagelessBrowser() });
  // A day before deprecated operations are removed.
  await service.clock.set(Date.UTC(2026, 5));
  examples = new ExampleCalls(service, url);
});
afterAll(async () => {
  await site.close();
  await service.stop();
});

/** Operations that change the service for every other call. */
const changesService = ["local.stop", "local.chaosSet", "local.clockSet", "local.clockReset", "org.updateLimits"];

/** The others are about a record of a project; `isolation.test.ts` calls their examples and those of other projects. */
const tested = servedSpecs.filter((spec) => spec.needs !== undefined || parametersOf(spec).length === 0);

/** `api` checks status, headers, content type, body and each event of an answer against the declaration. */
async function callExample(spec: (typeof servedSpecs)[number], calls: ExampleCalls): Promise<void> {
  const { path, answer } = await calls.call(spec);
  checkExample(spec, path, answer);
}

test.each(tested.filter(({ id }) => !changesService.includes(id)))(
  "$id answers its example as declared",
  async (spec) => {
    await callExample(spec, examples);
  },
);

test.each(tested.filter(({ id }) => changesService.includes(id)))(
  "$id answers its example as declared in a service of its own",
  async (spec) => {
    const own = await startService({ browser: writePagelessBrowser() });
    await callExample(spec, new ExampleCalls(own, url));
    if (spec.id === "local.stop") expect(await own.running.stopped).toBe("a stop was requested");
    await own.stop();
  },
);
