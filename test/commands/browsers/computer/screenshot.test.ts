import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type CliResult,
  type HereOptions,
  jsonError,
  runHere,
  startCli,
  temporaryHome,
} from "../../../support/cli/run-cli.ts";
import { type Answer, apiServer, type Step } from "../../../support/servers/api-server.ts";
import { until } from "../../../support/until.ts";

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
  test("a screenshot is saved to a file, or written to a pipe by default and with -", async () => {
    const home = temporaryHome();
    const result = await shot(["--out", "page.png", "-o", "json"], { home });
    expect(JSON.parse(result.stdout)).toEqual({ path: join(home.dir, "page.png"), bytes: png.length });
    expect(readFileSync(join(home.dir, "page.png")).equals(png)).toBe(true);
    expect(readdirSync(home.dir)).toEqual(["page.png"]);
    expect((await shot([])).bytes.equals(png)).toBe(true);
    expect((await shot(["--out", "-"])).bytes.equals(png)).toBe(true);
  });
  test("a screenshot's region is checked and sent", async () => {
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
  test("a screenshot is never written to a terminal, and makes no call then", async () => {
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
  test("a screenshot that breaks off leaves no file, and keeps an old one", async () => {
    const home = temporaryHome();
    writeFileSync(join(home.dir, "page.png"), "old");
    const result = await shot(["--out", "page.png", "--force"], { home }, { ...picture, cut: 3 });
    expect(result.code).toBe(5);
    expect(readFileSync(join(home.dir, "page.png"), "utf8")).toBe("old");
    expect(readdirSync(home.dir)).toEqual(["page.png"]);
  });
  test("an interrupted screenshot leaves no file", async () => {
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
  test("a screenshot that cannot be written is exit 10", async () => {
    expect((await shot(["--out", "no/such/directory/x.png"])).code).toBe(10);
    expect((await shot(["--out", "."])).code).toBe(10);
  });
});
