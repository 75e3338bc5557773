import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runHere, temporaryHome } from "../../support/cli/run-cli.ts";
import { apiServer } from "../../support/servers/api-server.ts";

const record = {
  id: "o4t8l1p5d9e2s6t0i3n7a1t5",
  name: "collector",
  endpoint: "https://otlp.example.com",
  headers: { Authorization: "" },
  created_at: "2026-03-01T09:30:00Z",
  updated_at: "2026-03-01T09:30:00Z",
};
const create = "telemetry destinations create collector --endpoint https://otlp.example.com".split(" ");
const update = "telemetry destinations update collector".split(" ");

test("destinations create reads headers from words, files, variables and stdin", async () => {
  const home = temporaryHome();
  writeFileSync(join(home.dir, "key.txt"), "from-file\n");
  const headers = { "x-a": "word", "x-b": "from-file", "x-c": "from-env", "x-d": "from-stdin" };
  const server = await apiServer({
    request: "POST /telemetry/destinations",
    answer: { json: record, status: 201 },
  });
  const flags = ["x-a=word", "x-b=@key.txt", "x-c=env:KEY", "x-d=-"].flatMap((each) => ["--header", each]);
  const result = await runHere([...create, ...flags], {
    home,
    cwd: home.dir,
    env: { ...server.env, KEY: "from-env" },
    stdin: "from-stdin\n",
  });
  expect(result.stderr).toBe("");
  expect([result.code, result.stdout.includes(record.id)]).toEqual([0, true]);
  expect(server.requests[0]?.json).toEqual({ name: "collector", endpoint: "https://otlp.example.com", headers });
});

test("destinations update replaces and removes single headers", async () => {
  const server = await apiServer({
    request: "PATCH /telemetry/destinations/collector",
    answer: { json: record },
  });
  const result = await runHere([...update, "--header", "x-tenant=shop", "--remove-header", "x-team"], {
    env: server.env,
  });
  expect([result.code, result.stderr]).toEqual([0, ""]);
  expect(server.requests[0]?.json).toEqual({ headers: { "x-tenant": "shop", "x-team": null } });
});

test("a preview masks the values of headers", async () => {
  const { env } = await apiServer();
  const { code, stdout } = await runHere([...create, "--header", "authorization=correct-horse", "--dry-run"], { env });
  expect([code, stdout.includes("correct-horse")]).toEqual([0, false]);
});

test.each([
  [create, ["--header", "nothing"], "--header: must be NAME=VALUE"],
  [create, ["--header", "x-a=1", "--header", "X-A=2"], 'header "x-a" is given more than once'],
  [create, ["--header", "x a=1"], "must be the name of a header"],
  [create, ["--header", `x-a=${"v".repeat(9_000)}`], "at most 8192 bytes together"],
  [update, [], "nothing to change: add --name"],
  [update, ["--header", "x-a=1", "--remove-header", "X-A"], 'header "x-a" is given more than once'],
  [update, ["--endpoint", "otlp.example.com"], "http or https URL"],
])("%s %s is refused", async (words, flags, message) => {
  const { env } = await apiServer();
  const result = await runHere([...words, ...flags], { env });
  expect(result.stderr).toContain(message);
  expect(result.code).toBe(2);
});
