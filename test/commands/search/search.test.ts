import { expect, test } from "vitest";
import { specs } from "../../../src/conformance/declarations.ts";
import { runHere } from "../../support/cli/run-cli.ts";
import { apiServer } from "../../support/servers/api-server.ts";

const example = (operation: string): object => specs.find(({ id }) => id === operation)?.example.result as object;

async function sent(words: readonly string[]): Promise<unknown> {
  const server = await apiServer({ request: "POST /search", answer: { json: example("search.create") } });
  const { code, stderr } = await runHere(["search", "run", "red shoes", ...words], { env: server.env });
  expect(code, stderr).toBe(0);
  return server.requests[0]?.json;
}

test("run prints the results, and the warnings on stderr", async () => {
  const json = {
    ...example("search.create"),
    warnings: [{ code: "param_unsupported", message: "exa does not support safe_search" }],
  };
  const server = await apiServer({ request: "POST /search", answer: { json }, times: 2 });
  const { stdout, stderr } = await runHere(["search", "run", "red shoes"], { env: server.env });
  expect(stdout).toContain("https://shop.example.com/shoes");
  expect(stderr).toBe("warning: exa does not support safe_search\n");
  expect(server.requests[0]?.json).toEqual({ query: "red shoes" });
  const whole = await runHere(["search", "run", "red shoes", "-o", "json"], { env: server.env });
  expect(JSON.parse(whole.stdout)).toMatchObject({ id: "srch_s4e9a2r7c1h8", usage: { results_count: 1 } });
});

test("one provider is pinned, several are tried in their order", async () => {
  expect(await sent(["--provider", "exa"])).toEqual({
    query: "red shoes",
    strategy: { type: "pinned", provider: { provider: "exa" } },
  });
  expect(await sent(["--provider", "exa", "--provider", "brave"])).toMatchObject({
    strategy: { type: "fallback", providers: [{ provider: "exa" }, { provider: "brave" }] },
  });
  const { code, stderr } = await runHere(
    [
      "search",
      "run",
      "a",
      "--provider",
      "exa",
      "--input",
      '{"strategy":{"type":"auto"}}',
      "--base-url",
      "http://h.invalid",
    ],
    {},
  );
  expect([code, stderr.includes("cannot be used together with strategy")]).toEqual([2, true]);
});

test("texts are those of the service's choice, or as the flags say", async () => {
  expect(await sent(["--texts"])).toEqual({ query: "red shoes", content: true });
  const words = ["--texts", "--content-source", "browser", "--content-browser", "s1", "--content-max-age-hours", "0.5"];
  expect(await sent(words)).toEqual({
    query: "red shoes",
    content: { source: "browser", browser: { browser_id: "s1" }, max_age_hours: 0.5 },
  });
});

test("contents takes results or a number of them", async () => {
  const json = example("search.contents");
  const server = await apiServer({ request: "POST /search/s1/contents", answer: { json } });
  const words = ["search", "contents", "s1", "--result", "r1", "--result", "r2"];
  const { stdout } = await runHere(words, { env: server.env });
  expect(server.requests[0]?.json).toEqual({ result_ids: ["r1", "r2"] });
  expect(stdout).toMatch(/res_r3e8s1u6l0t5\s+ok/);
  const both = await runHere([...words, "--limit", "2"], { env: server.env });
  expect([both.code, both.stderr.includes("cannot be used together with --result")]).toEqual([2, true]);
});
