import { APIError } from "@onkernel/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { servedSpecs } from "../../src/conformance/declarations.ts";
import { ExampleCalls } from "../../src/conformance/example-calls.ts";
import { operations } from "../../src/contract/index.ts";
import type { OperationSpec } from "../../src/contract/operation.ts";
import { type DemoSite, demoSite } from "../../src/demo-site/demo-site.ts";
import { ChangingBrowser, writePagelessBrowser } from "../support/browser/fake-browser.ts";
import { startService, type TestService } from "../support/service/service.ts";
import { membersOfForm } from "./support/form-members.ts";
import { type KernelClient, sdkClient } from "./support/sdk-client.ts";
import { callSdk, type SdkCall, type SdkOperation, sdkOperations } from "./support/sdk-operations.ts";

interface Sent {
  readonly line: string;
  readonly body: unknown;
  readonly status: number;
  /** Body of the answer, where that is JSON. */
  readonly value: unknown;
}

/** The method and the path of an operation, without the names of its parameters. */
const lineOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`;
const all = sdkOperations(sdkClient("http://127.0.0.1:9", "none"));
const served = new Map(servedSpecs.map((spec): [string, OperationSpec] => [lineOf(spec), spec]));
/** Operations whose login needs a browser with pages. */
const isLogin = ({ path }: OperationSpec): boolean => path.includes("/auth/connections/");

const browser = new ChangingBrowser(writePagelessBrowser());
let service: TestService;
let site: DemoSite;
let calls: ExampleCalls;
let sent: Sent[] = [];
let client: KernelClient;
beforeAll(async () => {
  site = await demoSite({ now: Date.now });
  service = await startService({ browser: browser.path });
  // A day before deprecated operations are removed.
  await service.clock.set(Date.UTC(2026, 5));
  calls = new ExampleCalls(service, site.on("main", "/password"));
  browser.useChromium();
  await calls.shared("browsers");
  browser.useStandIn();
  client = sdkClient(service.baseUrl, service.token, async (input, init) => {
    const answer = await fetch(input, init);
    const { pathname, protocol, search } = new URL(String(input));
    const { body } = init ?? {};
    const text = typeof body === "string" ? (JSON.parse(body) as unknown) : undefined;
    const isJson = answer.headers.get("content-type")?.includes("json") === true;
    const value = isJson ? ((await answer.clone().json()) as unknown) : undefined;
    // The client asks data:, what its fetch does with a form.
    if (protocol !== "data:")
      sent.push({ line: `${init?.method} ${pathname}${search}`, body: text, status: answer.status, value });
    return answer;
  });
});
afterAll(async () => {
  await site.close();
  await service.stop();
});

test("the npm client of the hosted service has no operation that is not declared here", () => {
  const known = new Set(operations.map(lineOf));
  expect(all.length).toBeGreaterThan(120);
  expect(all.filter((each) => !known.has(lineOf(each)))).toEqual([]);
});

/** Path parameters, members of query and body, and bytes of an example as a method of the client takes them. */
async function exampleOf(spec: OperationSpec): Promise<SdkCall & { path: string; json: unknown }> {
  const { options, path } = await calls.prepare(spec);
  const segments = new URL(path, service.baseUrl).pathname.split("/").map(decodeURIComponent);
  const params = spec.path.split("/").flatMap((part, at) => (part.startsWith("{") ? [segments[at] ?? ""] : []));
  const members = { ...spec.example.query, ...(options.json as object | undefined) };
  const form = options.form && membersOfForm(options.form);
  const bytes = typeof options.bytes === "string" ? new TextEncoder().encode(options.bytes) : undefined;
  return { params, members: { ...members, ...form }, ...(bytes && { bytes }), path, json: options.json };
}

describe("each operation that is served", () => {
  test.each(all.filter((each) => served.has(lineOf(each))))(
    "$name sends the example and reads its answer",
    async (each) => {
      const spec = served.get(lineOf(each));
      if (!spec) throw new Error("unreachable");
      if (isLogin(spec)) browser.useChromium();
      const { json, path, ...call } = await exampleOf(spec);
      sent = [];
      const value = await resultOf(each, call, spec, path);
      browser.useStandIn();
      const [request] = sent;
      expect(request && normalized(request.line)).toBe(normalized(`${spec.method} ${path}`));
      if (json !== undefined) expect(request?.body).toEqual(json);
      expect(request?.status).toBeLessThan(300);
      if (spec.response.kind === "json") expect(value).toEqual(request?.value);
    },
  );
});

describe("each operation that is not served", () => {
  test.each(all.filter((each) => !served.has(lineOf(each))))("$name is refused with 501", async (each) => {
    const params = Array.from(each.path.matchAll(/\{/g), () => "x");
    const failed = await Promise.resolve(callSdk(client, each, { params, members: {} })).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(APIError);
    expect([(failed as APIError).status, (failed as APIError).error]).toMatchObject([
      501,
      { code: "not_supported_locally" },
    ]);
  });
});

/** Result of a method: items of a page, the first event of a stream, bytes of a file, or the value itself. */
async function resultOf(each: SdkOperation, call: SdkCall, spec: OperationSpec, path: string): Promise<unknown> {
  const result = await (callSdk(client, each, call) as Promise<unknown>);
  if (spec.response.kind === "sse") {
    for await (const event of result as AsyncIterable<unknown>) {
      expect(event).toEqual(expect.any(Object));
      await calls.end(spec, path);
      return event;
    }
  }
  if (result instanceof Response) return result.arrayBuffer();
  return result instanceof Object && "getPaginatedItems" in result
    ? (result as { getPaginatedItems(): unknown[] }).getPaginatedItems()
    : result;
}

function normalized(line: string): string {
  const [method, address = ""] = line.split(" ");
  const { pathname, searchParams } = new URL(address, "http://127.0.0.1");
  searchParams.sort();
  return `${method} ${pathname}?${searchParams}`;
}
