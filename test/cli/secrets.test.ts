import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliResult, runHere, temporaryHome } from "../support/cli/run-cli.ts";
import { apiServer, session } from "../support/servers/api-server.ts";
import { token } from "../support/servers/loopback.ts";

const nowhere = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: token };
const url = "http://someone:PASSWORD@127.0.0.1:1/x";

/** Runs a command with --debug against a service that answers one request. */
async function debug(request: string, args: readonly string[], answer: object, stdin?: string): Promise<CliResult> {
  const server = await apiServer({ request, answer });
  const result = await runHere([...args, "--debug"], { env: server.env, ...(stdin !== undefined && { stdin }) });
  expect(server.requests).toHaveLength(1);
  return result;
}

describe("--debug shows no secret", () => {
  test("--debug masks credentials of an address in a body or a record", async () => {
    const created = { json: session("s1", { start_url: url }) };
    const result = await debug("POST /browsers", ["browsers", "create", "--start-url", url], created);
    expect(result.code).toBe(0);
    expect(result.stderr).toContain('> {"start_url":"http://***@127.0.0.1:1/x"}');
    expect(result.stdout).toContain("http://***@127.0.0.1:1/x");
    expect(result.stdout + result.stderr).not.toMatch(/PASSWORD|someone/);
  });
  test("--debug masks data for a process", async () => {
    const data = Buffer.from("hunter2\n");
    const args = ["browsers", "process", "stdin", "s1", "p1", "--keep-open"];
    const written = { json: { written_bytes: data.length } };
    const result = await debug("POST /browsers/s1/process/p1/stdin", args, written, data.toString());
    expect([result.code, result.stderr]).toEqual([0, expect.stringContaining('> {"data_b64":"***"}')]);
    expect(result.stderr).not.toContain(data.toString("base64"));
  });
  test.each([
    ["declared", "/browsers/s1/computer/type", '{"text":"***","delay":5}'],
    ["undeclared", "/other", "***"],
  ])("--debug masks secrets of a raw call that is %s", async (_name, path, shown) => {
    const args = ["api", "POST", path, "-F", "text=hunter2", "-F", "delay=5"];
    const result = await debug(`POST ${path}`, args, { json: {} });
    expect(result.stderr).toContain(`> ${shown}\n`);
    expect(result.stderr).not.toContain("hunter2");
  });
  test("--debug masks secrets of a query, a response header and its address", async () => {
    const headers = {
      location: "https://u:PASSWORD@h/x?sig=hunter2",
      "set-cookie": "sid=hunter2",
      "x-note": "see ws://PASSWORD@h",
    };
    const args = ["api", "GET", "/other?token=hunter2&u=http%3A%2F%2FPASSWORD%40h"];
    const result = await debug("GET /other?token=hunter2&u=http%3A%2F%2FPASSWORD%40h", args, { headers, json: {} });
    expect(result.stderr).toContain("/other?token=***&u=***");
    expect(result.stderr).toContain("< location: https://***@h/x?sig=***");
    expect(result.stderr).not.toMatch(/hunter2|PASSWORD|sk-test/);
  });
  test("--debug shows secrets with --show-token", async () => {
    const args = ["browsers", "create", "--start-url", url, "--show-token"];
    const result = await debug("POST /browsers", args, { json: session("s1", { start_url: url }) });
    expect(result.stderr).toContain(`> authorization: Bearer ${token}`);
    expect(result.stderr).toContain(`> {"start_url":"${url}"}`);
    expect(result.stdout).toContain(url);
  });
});

describe("--dry-run", () => {
  const dry = async (command: string, ...args: string[]): Promise<Record<string, unknown>> => {
    const words = [...command.split(" "), "--dry-run", "-o", "json", ...args];
    return JSON.parse((await runHere(words, { env: nowhere })).stdout) as never;
  };
  test("--dry-run masks secret fields, URL passwords and undeclared bodies", async () => {
    const shown = await dry("browsers process exec s1", "--env", "KEY=hunter2", "--", "curl", url);
    expect(shown["body"]).toEqual({ command: "curl", args: ["http://***@127.0.0.1:1/x"], env: { KEY: "***" } });
    expect(shown["headers"]).toMatchObject({ authorization: "Bearer ***" });
    expect((await dry("api POST /other", "-F", "a=hunter2"))["body"]).toBe("***");
  });
  test("--dry-run shows secret values with --show-token", async () => {
    const shown = await dry("api POST /other?t=1", "-F", "a=hunter2", "--show-token");
    expect(shown).toMatchObject({ url: "http://127.0.0.1:1/other?t=1", body: { a: "hunter2" } });
    expect(shown["headers"]).toMatchObject({ authorization: `Bearer ${token}` });
  });
  test("--dry-run with --show-token shows data for a process as its writes", async () => {
    const data = "x".repeat(600_000);
    const args = ["browsers", "process", "stdin", "s1", "p1", "--dry-run", "--show-token", "-o", "json"];
    const { stdout } = await runHere(args, { env: nowhere, stdin: data });
    const bodies = (JSON.parse(stdout) as { body: { data_b64: string } }[]).map(({ body }) => body.data_b64);
    expect(bodies.length).toBeGreaterThan(1);
    expect(Buffer.concat(bodies.map((text) => Buffer.from(text, "base64"))).toString()).toBe(data);
  });
});

test("--print lists the variables that a line needs, and what they hold", async () => {
  const args = ["api", "POST", "/browsers", "-F", `start_url=${url}`, "-F", "new=1", "--print", "curl"];
  const { stdout, stderr } = await runHere(args, { env: nowhere });
  expect(stdout).not.toMatch(/PASSWORD|sk-test/);
  expect(stderr).toBe(
    "note: set BROWSERCTL_BODY_START_URL_USERINFO (user:password as in the URL), BROWSERCTL_BODY_NEW (JSON) before you run it; --show-token prints the values instead\n",
  );
});

describe("errors repeat no password of a URL", () => {
  test("errors mask the password of a typed URL", async () => {
    for (const form of [[], ["-o", "json"]]) {
      const result = await runHere(["browsers", "create", "--viewport", url, ...form], { env: nowhere });
      expect([result.code, result.stderr]).toEqual([2, expect.stringContaining("http://***@127.0.0.1:1/x")]);
      expect(result.stderr).not.toContain("PASSWORD");
    }
  });
  test("errors mask the password of a URL in a service's message", async () => {
    const message = `cannot open ${url}`;
    const error = { code: "bad_request", message, details: [{ code: "invalid_input", message }] };
    for (const form of [[], ["-o", "json"], ["--debug"]]) {
      const server = await apiServer({ request: "GET /browsers", answer: { status: 400, json: error } });
      const result = await runHere(["browsers", "list", ...form], { env: server.env });
      expect(result.stderr).toContain("cannot open http://***@127.0.0.1:1/x");
      expect(result.stderr).not.toContain("PASSWORD");
    }
  });
});

test("URL passwords in a record are masked in text, JSON and lists", async () => {
  const home = temporaryHome();
  mkdirSync(home.configDir, { recursive: true });
  writeFileSync(join(home.dir, "x"), "");
  for (const form of [[], ["-o", "json"], ["--all"], ["-o", "yaml"]]) {
    const all = form.includes("--all") ? "?limit=100&offset=0" : "";
    const server = await apiServer({
      request: `GET /browsers${all}`,
      answer: { json: [session("s1", { start_url: url })] },
    });
    const { stdout } = await runHere(["browsers", "list", ...form], { env: server.env });
    expect(stdout).toContain("s1");
    expect(stdout).not.toContain("PASSWORD");
  }
});
