import { expect, test } from "vitest";
import { specs } from "../../../src/conformance/declarations.ts";
import { runHere } from "../../support/cli/run-cli.ts";
import { apiServer } from "../../support/servers/api-server.ts";

const url = "https://shop.example.com/";

function example(id: string): object {
  return specs.find((each) => each.id === id)?.example.result as object;
}

test("lookup sends the countries, and shows browser and proxy", async () => {
  const server = await apiServer({
    request: "POST /config-registry/lookup",
    answer: { json: example("configRegistry.lookup") },
  });
  const words = ["config-registry", "lookup", url, "--country", "US", "--country", "DE"];
  const { code, stdout } = await runHere(words, { env: server.env });
  expect(code).toBe(0);
  expect(server.requests[0]?.json).toEqual({ url, allowed_proxy_countries: ["US", "DE"] });
  expect(stdout).toMatch(/recommendation.browser.stealth\s+true/);
  expect(stdout).toMatch(/recommendation.proxy.create.type\s+residential/);
});

test("lookup shows why there is no recommendation", async () => {
  const json = {
    ...example("configRegistry.lookup"),
    recommendation: { type: "no_recommendation", code: "inconclusive", message: "too few trials" },
  };
  const server = await apiServer({ request: "POST /config-registry/lookup", answer: { json } });
  const { stdout } = await runHere(["config-registry", "lookup", url], { env: server.env });
  expect(stdout).toMatch(/recommendation.message\s+too few trials/);
});

test("resolve names the command that shows the result", async () => {
  const json = example("configRegistry.resolve");
  const server = await apiServer({ request: "POST /config-registry/resolve", answer: { json } });
  const words = ["config-registry", "resolve", url, "--intent", "Buy a book"];
  const { stderr } = await runHere(words, { env: server.env, tty: { stdout: true, stderr: true } });
  expect(server.requests[0]?.json).toEqual({ url, intent: "Buy a book" });
  expect(stderr).toContain("browserctl config-registry analyses get n3a7l1y5s9i2s6e0x4a8m1p5");
});
