import { describe, expect, test } from "vitest";
import { sharedHome } from "../../support/cli/local-home.ts";
import { jsonError, runHere } from "../../support/cli/run-cli.ts";
import { apiServer, type Step, session } from "../../support/servers/api-server.ts";
import { until } from "../../support/until.ts";

interface Pool {
  id: string;
  available_count: number;
  acquired_count: number;
  browser_pool_config: Record<string, unknown>;
}

const home = sharedHome({ fakeBrowser: true, inProcess: true });
const fast = ["--headless", "--fill-rate", "100000"];

async function has(pool: string, available: number): Promise<Pool> {
  const { json } = await home();
  return await until(
    () => json<Pool>(["pools", "get", pool]),
    ({ available_count }) => available_count === available,
  );
}

describe("with the local service", () => {
  test("a browser is acquired, released and acquired again, by pools and by browsers create", async () => {
    const { cli, json } = await home();
    const made = await cli(["pools", "create", "checkout", "--size", "1", ...fast, "-q"]);
    expect([made.code, made.stdout], made.stderr).toEqual([0, expect.stringMatching(/^[a-z0-9]{24}\n$/)]);
    const first = await json<Record<string, unknown>>(["pools", "acquire", "checkout", "shop", "--tag", "team=web"]);
    expect(first).toMatchObject({ name: "shop", tags: { team: "web" }, pool: { name: "checkout" } });
    const released = await cli(["pools", "release", "checkout", "shop"]);
    expect([released.code, released.stderr]).toEqual([0, "Released session shop to pool checkout.\n"]);
    const again = await cli(["pools", "release", "checkout", "shop", "-o", "json"]);
    expect(again.code).toBe(4);
    expect(jsonError(again)).toMatchObject({ code: "browser_deleted" });
    const second = await json<Record<string, unknown>>(["browsers", "create", "shop", "--pool", "checkout"]);
    expect(second).toMatchObject({ name: "shop", pool: { name: "checkout" } });
    expect(second["session_id"]).not.toBe(first["session_id"]);
    const kept = await cli(["pools", "release", "checkout", "shop", "--no-reuse"]);
    expect(kept.code, kept.stderr).toBe(0);
    await has("checkout", 1);
    expect((await cli(["pools", "delete", "checkout", "--yes"])).stderr).toBe("Deleted pool checkout.\n");
  });

  test("an acquire that finds nothing idle in time is exit 6", async () => {
    const { cli } = await home();
    await cli(["pools", "create", "busy", "--size", "1", ...fast]);
    await cli(["pools", "acquire", "busy"]);
    for (const words of [
      ["pools", "acquire", "busy"],
      ["browsers", "create", "--pool", "busy"],
    ]) {
      const result = await cli([...words, "--acquire-timeout", "1s", "-o", "json"]);
      expect(result.code, result.stderr).toBe(6);
      expect(jsonError(result)).toMatchObject({
        code: "pool_empty",
        message: 'no browser of pool "busy" became idle within 1s',
      });
    }
    const kept = await cli(["pools", "delete", "busy", "--yes"]);
    expect([kept.code, kept.stderr]).toEqual([1, expect.stringContaining("1 browser of the pool is acquired")]);
    expect((await cli(["pools", "delete", "busy", "--force", "--yes"])).code).toBe(0);
  });

  test("an update changes and clears settings, and a flush replaces the idle browsers", async () => {
    const { cli, json } = await home();
    await cli(["pools", "create", "guests", "--size", "1", "--start-url", "https://example.com", ...fast]);
    const words = ["pools", "update", "guests", "--size", "2", "--clear-start-url", "--discard-all-idle"];
    const { browser_pool_config: settings } = await json<Pool>(words);
    expect(settings).toMatchObject({ size: 2 });
    expect(settings).not.toHaveProperty("start_url");
    await has("guests", 2);
    const flushed = await cli(["pools", "flush", "guests"]);
    expect([flushed.code, flushed.stderr]).toEqual([0, "Replacing the idle browsers of pool guests.\n"]);
    await has("guests", 2);
    await cli(["pools", "delete", "guests", "--yes"]);
  });

  test("a pool that cannot start its browsers says why", async () => {
    const { cli } = await home();
    await cli(["profiles", "create", "gone"]);
    await cli(["pools", "create", "stuck", "--size", "1", "--profile", "gone", "--fill-rate", "0", "--headless"]);
    await has("stuck", 1);
    await cli(["profiles", "delete", "gone", "--yes"]);
    await cli(["pools", "flush", "stuck"]);
    const shown = await until(
      () => cli(["pools", "get", "stuck"]),
      ({ stderr }) => stderr !== "",
    );
    expect(shown.stderr).toMatch(/^note: a browser did not start: profile\.id: there is no profile "[a-z0-9]+"\n$/);
    const acquired = await cli(["pools", "acquire", "stuck", "--acquire-timeout", "0s", "-o", "json"]);
    expect(acquired.code).toBe(6);
    expect(jsonError(acquired)).toMatchObject({ reason: expect.stringContaining("there is no profile") });
    await cli(["pools", "delete", "stuck", "--yes"]);
  });
});

describe("with any service", () => {
  const acquire = "POST /browser_pools/p1/acquire";
  const idle: Step = { request: acquire, answer: { json: session("s1", { pool: { id: "p1" } }) } };
  const empty = (notice?: string): Step => ({
    request: acquire,
    answer: { status: 204, ...(notice && { headers: { "x-browserctl-notice": encodeURIComponent(notice) } }) },
  });

  test("a wait that is longer than one request asks again, with what is left of it", async () => {
    const server = await apiServer(empty(), idle);
    const result = await runHere(["pools", "acquire", "p1", "--acquire-timeout", "5m", "-q"], { env: server.env });
    expect([result.code, result.stdout], result.stderr).toEqual([0, "s1\n"]);
    expect(server.requests.map(({ json }) => json)).toEqual([
      { acquire_timeout_seconds: 120 },
      { acquire_timeout_seconds: 120 },
    ]);
  });

  test("the reason of the service is part of the error", async () => {
    const server = await apiServer(empty("a browser did not start: no memory"));
    const result = await runHere(["pools", "acquire", "p1"], { env: server.env });
    expect([result.code, result.stderr]).toEqual([
      6,
      expect.stringContaining('no browser of pool "p1" became idle in time: a browser did not start: no memory'),
    ]);
  });
});
