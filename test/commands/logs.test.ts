import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type StartedHome, sharedHome } from "../support/cli/local-home.ts";
import { jsonError, runHere, startCli } from "../support/cli/run-cli.ts";
import { appSource } from "../support/service/app.ts";

const startedHome = sharedHome({ fakeBrowser: true, inProcess: true });

const actions = `count: async (_context, { to, every = 0, word = "line" }) => {
  for (let at = 1; at <= to; at += 1) {
    console.log(word + " " + at);
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}, break: () => { console.log("breaking"); throw new Error("no price"); }`;

let home: StartedHome;
beforeAll(async () => {
  home = await startedHome();
  mkdirSync(join(home.dir, "counter"));
  writeFileSync(join(home.dir, "counter", "package.json"), '{"name":"counter","main":"app.ts","type":"module"}');
  writeFileSync(join(home.dir, "counter", "app.ts"), appSource(actions, { name: "counter" }));
  await home.json(["apps", "deploy", "counter"]);
  await count(2, "first");
  await home.cli(["invoke", "counter", "break"]);
  await count(2, "last");
});

async function count(to: number, word: string, more: readonly string[] = []): Promise<void> {
  const payload = JSON.stringify({ to, word });
  expect((await home.cli(["invoke", "counter", "count", "-p", payload, ...more])).code).toBe(0);
}

describe("logs", () => {
  test("logs prints the lines of deployments and invocations in the order of their times, and names each", async () => {
    const { code, stderr, stdout } = await home.cli(["logs", "counter"]);
    expect(code).toBe(0);
    // The error has its stack, with paths.
    expect(stdout.match(/^(first|breaking|last).*$/gm)).toEqual(["first 1", "first 2", "breaking", "last 1", "last 2"]);
    expect(stdout).toContain("bundling app.ts\n");
    const named = stderr.match(/^-- .* --$/gm) ?? [];
    expect(named.map((line) => line.replace(/ [a-z0-9]{24}/, ""))).toEqual([
      "-- deployment --",
      "-- invocation of count --",
      "-- invocation of break --",
      "-- invocation of count --",
    ]);
  });

  test("logs --lines prints the last lines alone, and --timestamps their times", async () => {
    expect((await home.cli(["logs", "counter", "-n", "1"])).stdout).toBe("last 2\n");
    expect((await home.cli(["logs", "counter", "-n", "0"])).stdout).toBe("");
    const timed = await home.cli(["logs", "counter", "-n", "2", "--timestamps"]);
    expect(timed.stdout).toMatch(/^\d{4}-\S+Z last 1\n\d{4}-\S+Z last 2\n$/);
  });

  test("logs --action, --since and --app-version choose the lines", async () => {
    const broken = await home.cli(["logs", "counter", "--action", "break"]);
    expect(broken.stdout).toMatch(/^breaking\n/);
    expect(broken.stdout).not.toMatch(/last|first|bundling/);
    expect((await home.cli(["logs", "counter", "--since", "0s"])).stdout).toBe("");
    expect((await home.cli(["logs", "counter", "--since", "1h", "-n", "1"])).stdout).toBe("last 2\n");
    expect((await home.cli(["logs", "counter", "--app-version", "latest", "-n", "1"])).stdout).toBe("last 2\n");
    expect((await home.cli(["logs", "counter", "--app-version", "9"])).stdout).toBe("");
  });

  test("logs -o jsonl prints each line with its source", async () => {
    const { stderr, stdout } = await home.cli(["logs", "counter", "-n", "1", "-o", "jsonl"]);
    expect(JSON.parse(stdout)).toEqual({
      source: "invocation",
      id: expect.stringMatching(/^[a-z0-9]{24}$/),
      action: "count",
      timestamp: expect.stringMatching(/Z$/),
      message: "last 2",
    });
    expect(stderr).toBe("");
  });

  test("logs --follow prints the lines of a running and of a later invocation, each once, and a failure", async () => {
    const running = ["invoke", "counter", "count", "--async", "-q", "-p"];
    expect((await home.cli([...running, '{"to":20,"every":200,"word":"slow"}'])).code).toBe(0);
    const cli = startCli(["logs", "counter", "--follow", "-n", "3"], { home });
    await cli.shows("slow ");
    await count(1, "later");
    await home.cli(["invoke", "counter", "break"]);
    await cli.shows("later 1\n");
    await cli.shows("slow 20\n");
    await cli.shows("failed: Error: no price\n");
    cli.kill("SIGINT");
    const { code, stderr, stdout } = await cli.done;
    expect(code).toBe(130);
    const slow = (stdout.match(/(?<=^slow ).*$/gm) ?? []).map(Number);
    expect(slow.length).toBeGreaterThan(3);
    expect(slow).toEqual(Array.from({ length: slow.length }, (_line, at) => at + 21 - slow.length));
    expect(stderr).not.toContain("unexpected");
  });

  test("logs of an unknown app is exit 4, and wrong flags are exit 2 before the network", async () => {
    const unknown = await home.cli(["logs", "nothing", "-o", "jsonl"]);
    expect(unknown.code).toBe(4);
    expect(jsonError(unknown)).toMatchObject({ message: 'there is no app "nothing"', hint: "browserctl apps list" });
    const wrong = await runHere(["logs", "x", "--since", "y", "-n", "-1", "-o", "csv"]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr.match(/--(since|lines|output):/g)).toEqual(["--output:", "--since:", "--lines:"]);
  });

  test("apps logs is the same command", async () => {
    expect((await home.cli(["apps", "logs", "counter", "-n", "1"])).stdout).toMatch(/\S\n$/);
  });
});
