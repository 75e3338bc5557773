import { describe, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { jsonError, runHere } from "../../support/cli/run-cli.ts";
import { apiServer, session } from "../../support/servers/api-server.ts";

const nowhere = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "t" };

async function sent(...words: string[]): Promise<unknown> {
  const server = await apiServer({ request: "PATCH /browsers/s1", answer: { json: session() } });
  const result = await runHere(["browsers", "update", "s1", ...words], { env: server.env });
  expect([result.code, server.requests.length], result.stderr).toEqual([0, 1]);
  return server.requests[0]?.json;
}

async function refused(...words: string[]): Promise<string> {
  const result = await runHere(["browsers", "update", "s1", ...words, "-o", "json"], { env: nowhere });
  expect(result.code).toBe(2);
  return jsonError(result).message;
}

describe("browsers update", () => {
  test("browsers update --force needs a viewport size", async () => {
    const viewport = { width: 800, height: 600 };
    expect(await sent("--viewport", "800x600", "--force")).toEqual({ viewport: { ...viewport, force: true } });
    expect(await sent("--viewport", "800x600")).toEqual({ viewport });
    expect(await refused("--force")).toBe("--force: needs --viewport beside it");
  });

  test("browsers update sends --start-url, and refuses control characters in it", async () => {
    expect(await sent("--start-url", "https://example.com/cart")).toEqual({ start_url: "https://example.com/cart" });
    expect(await refused("--start-url", "https://a.example/\u0007")).toContain(
      "--start-url: must be an address without control characters",
    );
  });

  test("browsers update changes telemetry, allowed hosts and the proxy", async () => {
    expect(
      await sent("--telemetry", "on", "--telemetry-category", "console=on", "--telemetry-export", "collector"),
    ).toEqual({
      telemetry: {
        enabled: true,
        browser: { console: { enabled: true } },
        export: { otlp: { destination: { name: "collector" } } },
      },
    });
    expect(await sent("--clear-telemetry-export")).toEqual({ telemetry: { export: { otlp: { enabled: false } } } });
    expect(await sent("--allowed-host", "a.example")).toEqual({ network: { allowed_hosts: ["a.example"] } });
    expect(await sent("--clear-allowed-hosts")).toEqual({ network: { allowed_hosts: null } });
    expect(await sent("--proxy-mode", "default")).toEqual({ proxy: { mode: "default" } });
    expect(await refused("--proxy-mode", "direct", "--proxy", "office")).toContain("cannot be used together with");
  });

  test("browsers update refuses --timeout-seconds and says where the limit is set and shown", async () => {
    expect(await refused("--timeout-seconds", "1h")).toBe(
      "--timeout-seconds: unknown flag; the idle limit of a session is set by browsers create --timeout-seconds, shown by browsers get, and cannot be changed",
    );
  });
});

test("the service refuses a start page with control characters, and changes nothing", async () => {
  const service = await startServiceWithFakeBrowser();
  const { session_id: id } = await service.create({ name: "shop" });
  const answer = await service.api("PATCH", `/browsers/${id}`, { json: { name: "cart", start_url: "http://a\u0000" } });
  expect([answer.status, answer.body.details[0].message]).toEqual([
    400,
    expect.stringMatching(/^start_url: must be an address without control characters/),
  ]);
  expect((await service.api("GET", `/browsers/${id}`)).body.name).toBe("shop");
  await service.stop();
});
