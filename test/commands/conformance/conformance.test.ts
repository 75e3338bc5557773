import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { ConformanceRow } from "../../../src/commands/conformance/lib/row.ts";
import { type Breakage, brokenService, jsonOf, withJson } from "../../conformance/support/broken-service.ts";
import { type StartedHome, sharedHome } from "../../support/cli/local-home.ts";
import { startCli } from "../../support/cli/run-cli.ts";

const shared = sharedHome({ fakeBrowser: true });

/** Environment that leads a command to the local service through a server that breaks something. */
async function broken({ cli, service }: StartedHome, breakage: Breakage): Promise<Record<string, string>> {
  const token = (await cli(["auth", "token"])).stdout.trim();
  const { url } = await brokenService(service.base_url, breakage);
  return { BROWSERCTL_BASE_URL: url, BROWSERCTL_TOKEN: token };
}

/** Hides that a service is a local one. */
const hosted: Breakage = {
  reply: ({ headers: { "x-browserctl-local": _, ...headers }, ...reply }) => ({ ...reply, headers }),
};

async function projectsOf({ json }: StartedHome): Promise<string[]> {
  return (await json<{ name: string }[]>(["projects", "list", "--all"])).map(({ name }) => name);
}

test("conformance prints a row for each operation and writes a JUnit report", async () => {
  const home = await shared();
  const file = `${home.dir}/report.xml`;
  const result = await home.cli([
    "conformance",
    "--only",
    "credentials",
    "--only",
    "vaults.*",
    "--junit",
    file,
    "-o",
    "json",
  ]);
  expect(result.code, result.stderr).toBe(0);
  const rows = JSON.parse(result.stdout) as ConformanceRow[];
  expect(rows.filter(({ outcome }) => outcome === "passed").map(({ operation }) => operation)).toContain(
    "credentials.totpCode",
  );
  expect(rows.find(({ operation }) => operation === "vaults.get")).toMatchObject({
    outcome: "skipped",
    reason: expect.stringContaining("unsupported: "),
  });
  const report = await readFile(file, "utf8");
  const checks = rows.flatMap((row) => row.checks);
  expect(report).toContain(`tests="${checks.length}" failures="0" skipped="4"`);
  expect(report.match(/<testcase /g)).toHaveLength(checks.length);
  const again = await home.cli(["conformance", "--only", "credentials", "--junit", file]);
  expect(again.code).toBe(10);
  expect(await projectsOf(home)).toEqual(["default"]);
});

test("the service may be an argument, and is not named twice", async () => {
  const home = await shared();
  const token = (await home.cli(["auth", "token"])).stdout.trim();
  const env = { BROWSERCTL_TOKEN: token, BROWSERCTL_BASE_URL: "http://127.0.0.1:9" };
  const line = ["conformance", home.service.base_url, "--only", "projects.list", "-o", "json"];
  const result = await home.cli(line, { env });
  expect(result.code, result.stderr).toBe(0);
  const twice = await home.cli([...line, "--base-url", "http://127.0.0.1:9"], { env });
  expect(twice.code).toBe(2);
  expect(JSON.parse(twice.stderr).error.details).toMatchObject([
    { message: "<url>: is the same as --base-url: give one of them" },
  ]);
  expect((await home.cli(["conformance", "localhost:8000"], { env })).stderr).toContain(
    '--base-url: "localhost:8000" must begin with https:// or http://',
  );
});

test("a service that differs is exit 8 with the differences, in text, JSON and JUnit", async () => {
  const home = await shared();
  const env = await broken(home, {
    reply: (reply, { method, path }) =>
      method === "POST" && path === "/profiles" && reply.status === 201
        ? withJson(reply, { ...jsonOf(reply), "colour<": "red" })
        : reply,
  });
  const file = `${home.dir}/broken.xml`;
  const words = ["conformance", "--only", "profiles.create", "--only", "profiles.list"];
  const text = await home.cli([...words, "--junit", file], { env });
  expect(text.code).toBe(8);
  expect(text.stdout).toContain('example: body: the whole must NOT have additional properties ("colour<")');
  expect(text.stderr).toContain("1 operation of 2 differs from the declaration; the first is profiles.create");
  const json = await home.cli([...words, "-o", "json"], { env });
  const { error } = JSON.parse(json.stderr.split("\n").find((line) => line.startsWith("{")) ?? "");
  expect(error).toMatchObject({ code: "not_conformant", exit_code: 8, operations: 2, differ: 1 });
  expect((JSON.parse(json.stdout) as ConformanceRow[]).map(({ outcome }) => outcome)).toEqual(["failed", "passed"]);
  const report = await readFile(file, "utf8");
  expect(report).toContain(
    '<failure message="body: the whole must NOT have additional properties (&quot;colour&lt;&quot;)"/>',
  );
});

test("a service that is not local is called only after consent, without operations that can cost money", async () => {
  const home = await shared();
  const env = await broken(home, hosted);
  const words = ["conformance", "--only", "profiles", "--only", "pools.create"];
  const asked = await home.cli(words, { env });
  expect(asked.code).toBe(2);
  expect(asked.stderr).toContain("Confirmation needed: call 6 operations?");
  expect(await projectsOf(home)).toEqual(["default"]);
  const done = await home.cli([...words, "--yes", "-o", "json"], { env });
  expect(done.code, done.stderr + done.stdout).toBe(0);
  const rows = JSON.parse(done.stdout) as ConformanceRow[];
  expect(rows[0]).toMatchObject({ operation: "pools.create", outcome: "skipped" });
  expect(rows[0]?.reason).toContain("add --include costly");
  expect(rows.slice(1).map(({ outcome }) => outcome)).toEqual(Array.from({ length: 6 }, () => "passed"));
});

test("a service without projects is checked in the project of the token, and left as it was", async () => {
  const home = await shared();
  const refused = { code: "forbidden", message: "not with this key" };
  const env = await broken(home, {
    request: (sent) =>
      sent.path === "/org/projects" && sent.method === "POST"
        ? {
            status: 403,
            headers: { "content-type": "application/json", "x-browserctl-local": "0.1.0" },
            body: Buffer.from(JSON.stringify(refused)),
          }
        : sent,
  });
  const result = await home.cli(["conformance", "--only", "proxies", "-o", "json"], { env });
  expect(result.code, result.stderr).toBe(0);
  expect(result.stderr).toContain(
    "without checks of other projects: POST /org/projects answered 403: not with this key",
  );
  const get = (JSON.parse(result.stdout) as ConformanceRow[]).find(({ operation }) => operation === "proxies.get");
  expect(get).toMatchObject({ outcome: "passed", skipped: 1, reason: expect.stringContaining("other project") });
  expect(await home.json(["proxies", "list"])).toEqual([]);
});

test("an interrupted run deletes what it has created", async () => {
  const home = await shared();
  const held = Promise.withResolvers<void>();
  const env = await broken(home, {
    request: (sent) => {
      if (sent.method !== "PATCH" || !/^\/profiles\/(?!z0z0)/.test(sent.path)) return sent;
      held.resolve();
      return "hold";
    },
  });
  const running = startCli(["conformance", "--only", "profiles"], { home, env });
  await held.promise;
  expect(await projectsOf(home)).toHaveLength(3);
  running.kill("SIGINT");
  const { code, stderr } = await running.done;
  expect([code, stderr]).toEqual([130, expect.stringContaining("error: interrupted")]);
  expect(await projectsOf(home)).toEqual(["default"]);
});

test("answers without an end are not kept, and end the run, which deletes what it has created", async () => {
  const home = await shared();
  const body = Buffer.alloc(65 * 2 ** 20, " ");
  const headers = { "content-type": "application/json", "x-browserctl-local": "0.1.0" };
  const env = await broken(home, {
    request: (sent) =>
      sent.method !== "DELETE" && sent.path.startsWith("/profiles/") ? { status: 200, headers, body } : sent,
  });
  const { code, stderr } = await home.cli(["conformance", "--only", "profiles"], { env });
  expect(code, stderr).toBe(1);
  expect(stderr).toMatch(
    /the service did not end 5 of its answers, so the checks were ended; the last: the answer to \w+ \/profiles\/\S+ is larger than 64 MiB\n/,
  );
  expect(await projectsOf(home)).toEqual(["default"]);
});

test("an operation that does not exist, a page that is no URL and a refused token are named before anything is sent", async () => {
  const home = await shared();
  const wrong = await home.cli(["conformance", "--only", "nope", "--page", "shop", "--force"]);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('no operation is named "nope"; areas: apiKeys,');
  expect(wrong.stderr).toContain('must be a URL, not "shop"');
  expect(wrong.stderr).toContain("--force: is for the file of --junit");
  const env = { BROWSERCTL_BASE_URL: home.service.base_url, BROWSERCTL_TOKEN: "wrong" };
  const refused = await home.cli(["conformance", "--only", "profiles"], { env });
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain("the token was not accepted");
});
