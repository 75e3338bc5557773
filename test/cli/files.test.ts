import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Answer, apiServer, type Step, session } from "../support/api-server.ts";
import { type CliResult, type HereOptions, jsonError, runHere, startCli, temporaryHome } from "../support/run-cli.ts";
import { until } from "../support/until.ts";

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0, 0xff]);
const picture: Answer = { body: png, headers: { "content-type": "image/png" } };

async function shot(
  args: readonly string[],
  options: HereOptions = {},
  answer = picture,
): Promise<CliResult & { sent: unknown }> {
  const server = await apiServer({ request: "POST /browsers/s1/computer/screenshot", answer });
  const result = await runHere(["browsers", "computer", "screenshot", "s1", ...args], { ...options, env: server.env });
  return { ...result, sent: server.requests[0]?.json };
}

describe("browsers computer screenshot", () => {
  test("to a file, a pipe, and - for a pipe", async () => {
    const home = temporaryHome();
    const result = await shot(["--out", "page.png", "-o", "json"], { home });
    expect(JSON.parse(result.stdout)).toEqual({ path: join(home.dir, "page.png"), bytes: png.length });
    expect(readFileSync(join(home.dir, "page.png")).equals(png)).toBe(true);
    expect(readdirSync(home.dir)).toEqual(["page.png"]);
    expect((await shot([])).bytes.equals(png)).toBe(true);
    expect((await shot(["--out", "-"])).bytes.equals(png)).toBe(true);
  });
  test("a region is checked and sent", async () => {
    expect((await shot(["--region", "0, 0,400,300"])).sent).toEqual({
      region: { x: 0, y: 0, width: 400, height: 300 },
    });
    for (const bad of ["1,2,3", "0,0,0,5", "a,b,c,d", "-1,0,5,5", ""]) {
      const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" };
      const error = jsonError(
        await runHere(["browsers", "computer", "screenshot", "s1", "--region", bad, "-o", "json"], { env }),
      );
      expect(error.message).toContain("--region: must be X,Y,WIDTH,HEIGHT in whole pixels");
    }
  });
  test("never to a terminal, and without a call for it", async () => {
    const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" };
    for (const args of [[], ["--out", "-"]]) {
      const result = await runHere(["browsers", "computer", "screenshot", "s1", ...args], {
        env,
        tty: { stdout: true },
      });
      expect([result.code, result.stdout]).toEqual([2, ""]);
      expect(result.stderr).toContain("add --out page.png");
    }
  });
  test("one that breaks off leaves nothing at the target, and an old file as it was", async () => {
    const home = temporaryHome();
    writeFileSync(join(home.dir, "page.png"), "old");
    const result = await shot(["--out", "page.png", "--force"], { home }, { ...picture, cut: 3 });
    expect(result.code).toBe(5);
    expect(readFileSync(join(home.dir, "page.png"), "utf8")).toBe("old");
    expect(readdirSync(home.dir)).toEqual(["page.png"]);
  });
  test("an interrupted one leaves nothing either", async () => {
    const step: Step = {
      request: "POST /browsers/s1/computer/screenshot",
      answer: { body: png, headers: { "content-type": "image/png", "content-length": "100000" } },
    };
    const server = await apiServer(step);
    const cli = startCli(["browsers", "computer", "screenshot", "s1", "--out", "page.png"], { env: server.env });
    await server.received(1);
    const files = (): string[] => readdirSync(cli.home.dir).filter((name) => name.endsWith(".part"));
    await until(() => files().length > 0, { what: "the temporary file" });
    cli.kill("SIGINT");
    expect((await cli.done).code).toBe(130);
    expect(readdirSync(cli.home.dir).filter((name) => name.includes("page.png"))).toEqual([]);
  });
  test("where it cannot be written is exit 10", async () => {
    expect((await shot(["--out", "no/such/folder/x.png"])).code).toBe(10);
    expect((await shot(["--out", "."])).code).toBe(10);
  });
});

describe("openapi --out", () => {
  test("saves the document, and not over another without --force", async () => {
    const home = temporaryHome();
    const first = await runHere(["openapi", "--out", "api.json"], { home });
    expect([first.code, first.stdout]).toEqual([0, ""]);
    expect(first.stderr).toMatch(/^Saved api\.json \([\d.]+ KiB\)\.\n$/);
    expect(JSON.parse(readFileSync(join(home.dir, "api.json"), "utf8"))).toMatchObject({ openapi: "3.1.0" });
    writeFileSync(join(home.dir, "api.json"), "old");
    const second = await runHere(["openapi", "--out", "api.json"], { home });
    expect([second.code, second.stderr]).toEqual([
      10,
      'error: "api.json" already exists\nhint: add --force to replace it\n',
    ]);
    expect((await runHere(["openapi", "--out", "api.json", "--force"], { home })).code).toBe(0);
    expect(readFileSync(join(home.dir, "api.json"), "utf8")).not.toBe("old");
  });
  test("beside another form it saves too, and says so in that form", async () => {
    const home = temporaryHome();
    const result = await runHere(["openapi", "--out", "api.json", "-o", "json"], { home });
    expect(JSON.parse(result.stdout)).toMatchObject({ path: join(home.dir, "api.json") });
    expect(existsSync(join(home.dir, "api.json"))).toBe(true);
  });
});

describe("completion", () => {
  test.each(["bash", "zsh", "fish", "powershell"])("%s", async (shell) => {
    const { code, stdout } = await runHere(["completion", shell]);
    expect(code).toBe(0);
    expect(stdout).toContain("browserctl");
    expect(JSON.parse((await runHere(["completion", shell, "-o", "json"])).stdout)).toBe(stdout);
  });
  test("another shell is exit 2 with the ones there are", async () => {
    expect(jsonError(await runHere(["completion", "fis", "-o", "json"]))).toMatchObject({
      exit_code: 2,
      message: '<shell>: must be one of bash, zsh, fish, powershell, not "fis"; did you mean fish?',
    });
    expect(jsonError(await runHere(["completion", "constructor", "-o", "json"])).exit_code).toBe(2);
  });
});

describe("browsers delete", () => {
  const gone = (id: string): Step => ({ request: `DELETE /browsers/${id}`, answer: { status: 204 } });
  test("several, each once; one that fails does not keep the others alive", async () => {
    const missing: Step = {
      request: "DELETE /browsers/b",
      answer: { status: 404, json: { code: "not_found", message: 'no session "b"' } },
    };
    const server = await apiServer(gone("a"), missing, gone("c"));
    const result = await runHere(["browsers", "delete", "a", "b", "a", "c", "--yes", "-o", "json"], {
      env: server.env,
    });
    expect(jsonError(result)).toEqual({
      code: "not_found",
      message: "1 session of 3 could not be ended; ended: a, c",
      details: [{ code: "not_found", message: 'no session "b"' }],
      exit_code: 4,
      ended: ["a", "c"],
      failed: ["b"],
    });
  });
  test("all of them", async () => {
    const server = await apiServer(gone("a"), gone("b"));
    const result = await runHere(["browsers", "delete", "a", "b", "--yes", "-o", "json"], { env: server.env });
    expect(JSON.parse(result.stdout)).toEqual([
      { id_or_name: "a", deleted: true },
      { id_or_name: "b", deleted: true },
    ]);
  });
  test("at a terminal it asks first", async () => {
    const server = await apiServer({ request: "GET /browsers/a", answer: { json: session("a") } }, gone("a"));
    const no = startCli(["browsers", "delete", "a"], { env: server.env, tty: true });
    await no.shows("End session a?");
    no.write("n\r");
    expect((await no.done).code).toBe(11);
    expect(server.requests).toHaveLength(1);
    const yes = await startCli(["browsers", "delete", "a", "--yes"], { env: server.env, tty: true }).done;
    expect(yes.stdout).toContain("Ended session a.");
  });
});
