import { afterAll, beforeAll, expect, test } from "vitest";
import { servedSpecs } from "../../src/conformance/declarations.ts";
import { ExampleCalls, type ExampleRequest } from "../../src/conformance/example-calls.ts";
import { type DemoSite, demoSite } from "../../src/demo-site/demo-site.ts";
import { randomFrom } from "../archive/support/archives.ts";
import { startService, type TestService } from "../support/service/service.ts";
import { hostileRequest } from "./support/hostile-request.ts";

/** Number of requests of each operation. */
const REQUESTS = 60;
/** Time limit of a request, in milliseconds: some are served for as long as their body says. */
const PATIENCE_MS = 3_000;
const seed = Number(process.env["BROWSERCTL_TEST_SEED"] ?? Date.now() % 2 ** 31);

let site: DemoSite;
let service: TestService;
let examples: ExampleCalls;
beforeAll(async () => {
  site = await demoSite({ now: Date.now });
  service = await startService();
  await service.clock.set(Date.UTC(2026, 5));
  examples = new ExampleCalls(service, site.on("main", "/password"));
});
afterAll(async () => {
  await site.close();
  await service.stop();
});

/** Operations that end the service, or change it for every later call. */
const changesService = ["local.stop", "local.chaosSet", "local.clockSet", "local.clockAdvance", "org.updateLimits"];
/** Operations whose example needs a login in a real browser. */
const needsLogin = [
  ...["authConnections.submit", "authConnections.events", "authConnections.exchange"],
  ...["local.cancelLogin", "local.checkLogin"],
];

async function exampleOf(spec: (typeof servedSpecs)[number], calls: ExampleCalls): Promise<ExampleRequest> {
  if (!needsLogin.includes(spec.id)) return calls.prepare(spec);
  const connection = await calls.make("connections");
  return { path: spec.path.replace(/\{\w+\}/, connection), options: { json: spec.example.body } };
}

/** Sends hostile variants of an example. No answer may be undeclared, or an internal error. */
async function sendsHostile(
  spec: (typeof servedSpecs)[number],
  calls: ExampleCalls,
  target: TestService,
): Promise<void> {
  const random = randomFrom(seed + servedSpecs.indexOf(spec));
  await renewSession(calls, target);
  const request = await exampleOf(spec, calls);
  const logged = target.log.length;
  for (let count = 0; count < REQUESTS; count += 1) {
    const { path, options } = hostileRequest(spec, request, random);
    const what = `request ${count} of ${spec.id}: ${spec.method} ${path.slice(0, 500)} ${JSON.stringify(options).slice(0, 500)}`;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await target.api(spec.method, path, { ...options, signal }).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw new Error(what, { cause: error });
    });
    expect(answer?.body?.code, what).not.toBe("internal_error");
  }
  expect((await target.api("GET", "/_local/status")).status).toBe(200);
  expect(target.log.slice(logged).filter((line) => line.includes("error in "))).toEqual([]);
}

/** The calls share a session, which hostile requests may have ended. */
async function renewSession(calls: ExampleCalls, target: TestService): Promise<void> {
  const id = await calls.shared("browsers");
  if ((await target.api("GET", `/browsers/${id}`)).status !== 200) calls.forget("browsers");
}

test.each(servedSpecs.filter(({ id }) => !changesService.includes(id)))(
  `$id takes hostile requests with seed ${seed}`,
  (spec) => sendsHostile(spec, examples, service),
);

test.each(servedSpecs.filter(({ id }) => changesService.includes(id) && id !== "local.stop"))(
  `$id takes hostile requests with seed ${seed}, in a service of its own`,
  async (spec) => {
    const own = await startService();
    try {
      await sendsHostile(spec, new ExampleCalls(own, site.on("main", "/password")), own);
    } finally {
      await own.stop();
    }
  },
);
