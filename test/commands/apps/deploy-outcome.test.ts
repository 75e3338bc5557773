import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { jsonError, runHere, startCli } from "../../support/cli/run-cli.ts";
import { deployment, deployServer, events } from "../../support/servers/deploy-server.ts";
import { nowhere } from "../../support/servers/nowhere.ts";
import { uploadServer } from "../../support/servers/upload-server.ts";
import { deploy, homeWith } from "./support/deploying.ts";

describe("what becomes of it", () => {
  const app = { "app.ts": "1" };

  test("a deployment that runs prints the version on stdout and the log on stderr", async () => {
    const streams = [
      [
        events.state("queued"),
        events.log("bundling"),
        events.log("\u001b[2Jred"),
        events.summary(),
        events.state("running"),
      ],
    ];
    const home = homeWith(app);
    const human = await deploy(
      ["app"],
      { streams },
      { home, env: { NO_COLOR: "1" }, tty: { stdout: true, stderr: true } },
    );
    expect(human.code).toBe(0);
    expect(human.stdout).toMatch(/app_name +example\nversion +latest\n.*actions +page-title, countdown\n/s);
    expect(human.stderr).toContain(
      "deployment d1 is queued\nbundling\n␛[2Jred\ndeployment d1 is running\nnext:  browserctl invoke example page-title\n",
    );
    const json = await deploy(["app", "-o", "json"], { streams }, { home });
    const { event: _, timestamp: __, ...version } = events.summary();
    expect(JSON.parse(json.stdout)).toEqual({ ...version, deployment: "d1" });
    const piped = await deploy(["app"], { streams }, { home });
    expect(piped.stdout).toMatch(/^id\tv1\napp_name\texample\nversion\tlatest\n/);
    expect(piped.stderr).toContain("\u001b[2Jred\n");
    const quiet = await deploy(["app", "-q"], { streams }, { home });
    expect(quiet.stderr).toBe("");
  });

  test("the hint for an existing version repeats the command with --force, without values of --env", async () => {
    const streams = [[events.state("failed", { status_reason: "version 1.4 of the app x is there already" })]];
    const home = homeWith({ ...app, "prod.env": "A=1" });
    const words = [
      "app",
      "--app-version",
      "1.4",
      "--env",
      "KEY=s3cret",
      "--env-file",
      "app/prod.env",
      "--include-modules",
    ];
    const { stderr } = await deploy(words, { streams }, { home });
    expect(stderr).toContain(
      'hint: browserctl apps deploy app --app-version 1.4 --env-file app/prod.env --env KEY="${KEY:?}" --include-modules --force\n',
    );
    expect(stderr).not.toContain("s3cret");
  });

  test("the next command names a given version", async () => {
    const streams = [[events.summary({ version: "1.4" }), events.state("running")]];
    const { stderr } = await deploy(["app"], { streams }, { home: homeWith(app) });
    expect(stderr).toContain("next:  browserctl invoke example page-title --app-version 1.4\n");
  });

  test("the deployment is printed when the service does not name the version", async () => {
    const result = await deploy(
      ["app", "-o", "json"],
      { streams: [[events.state("running")]] },
      { home: homeWith(app) },
    );
    expect(JSON.parse(result.stdout)).toEqual(deployment("running"));
  });

  test.each([
    [
      "failed",
      { status_reason: "app.ts has no default export" },
      "deployment d1 failed: app.ts has no default export",
      undefined,
    ],
    ["stopped", {}, "deployment d1 was stopped", undefined],
    [
      "failed",
      { status_reason: "Cannot find package 'lodash' imported from app.ts" },
      "deployment d1 failed: Cannot find package 'lodash' imported from app.ts",
      "npm install in the app's directory, then browserctl apps deploy app --include-modules",
    ],
    [
      "failed",
      { status_reason: "version 1 of the app x is there already" },
      "deployment d1 failed: version 1 of the app x is there already",
      "browserctl apps deploy app --force",
    ],
    [
      "failed",
      { status_reason: "it cannot be bundled: Could not resolve './lib.ts' in app.ts" },
      "deployment d1 failed: it cannot be bundled: Could not resolve './lib.ts' in app.ts",
      undefined,
    ],
  ])("a deployment that ends %s is exit 8 with the reason (%#)", async (status, more, message, hint) => {
    const streams = [[events.log("bundling app.ts"), events.state(status, more)]];
    const home = homeWith(app);
    const human = await deploy(["app"], { streams }, { home });
    expect(human).toMatchObject({ code: 8, stdout: "" });
    expect(human.stderr).toContain(
      `bundling app.ts\nerror: ${message}\n${hint === undefined ? "" : `hint: ${hint}\n`}`,
    );
    const json = await deploy(["app", "-o", "json"], { streams }, { home });
    expect(jsonError(json)).toMatchObject({
      code: `deployment_${status}`,
      message,
      exit_code: 8,
      deployment: "d1",
      log: ["bundling app.ts"],
    });
  });

  test("the hint about a missing package may come from the log", async () => {
    const streams = [[events.log("[UNRESOLVED_IMPORT] Could not resolve 'lodash' in app.ts"), events.state("failed")]];
    const first = await deploy(["app"], { streams }, { home: homeWith(app) });
    expect(first.stderr).toContain(
      "hint: npm install in the app's directory, then browserctl apps deploy app --include-modules\n",
    );
    const second = await deploy(["app", "--include-modules"], { streams }, { home: homeWith(app) });
    expect(second.stderr).toContain("hint: npm install in the app's directory, then deploy it again\n");
  });

  test("a deployment that cannot be followed is named, with the next command", async () => {
    const human = await deploy(["app"], { streamStatus: 403 }, { home: homeWith(app) });
    expect(human.code).toBe(3);
    expect(human.stderr).toContain(
      "error: no stream\nhint: it keeps running; follow it with: browserctl deployments tail d1\n",
    );
    const json = await deploy(["app", "-o", "json"], { streamStatus: 403 }, { home: homeWith(app) });
    expect(jsonError(json)).toMatchObject({ exit_code: 3, deployment: "d1" });
  });

  test("a deployment's broken stream is resumed", async () => {
    const streams = [
      [events.state("queued", {}, 4), events.log("one")],
      [events.log("one"), events.log("two"), events.summary(), events.state("running")],
    ];
    const result = await deploy(["app"], { streams }, { home: homeWith(app) });
    expect(result.code).toBe(0);
    expect(result.stderr.match(/^(one|two)$/gm)).toEqual(["one", "two"]);
    expect(result.server.requests.filter((line) => line.includes("/events"))).toHaveLength(2);
  });

  test("--no-follow gives the deployment at once", async () => {
    const result = await deploy(["app", "--no-follow", "-o", "json"], {}, { home: homeWith(app) });
    expect(JSON.parse(result.stdout)).toEqual(deployment("queued"));
    expect(result.stderr).toContain("next:  browserctl deployments tail d1\n");
    expect(result.server.requests).toEqual(["POST /deployments"]);
  });

  test.each([
    [400, { code: "bad_request", message: "the app cannot be deployed" }, 1, "the app cannot be deployed"],
    [413, { code: "too_large", message: "too much" }, 1, "too much"],
    [401, { code: "unauthorized", message: "no" }, 3, "no"],
    [500, { code: "internal", message: "broken" }, 1, "broken"],
    [201, { status: "queued" }, 1, "the service answered 201 with JSON of another form: id is missing"],
    [201, undefined, 1, "the service answered 201 with an empty body where JSON was expected"],
  ])("a deploy call answered with %i is not repeated (%#)", async (status, json, code, message) => {
    const result = await deploy(["app"], { answer: { status, json } }, { home: homeWith(app) });
    expect(result).toMatchObject({ code, stdout: "" });
    expect(result.stderr).toContain(`error: ${message}`);
    expect(result.server.requests).toEqual(["POST /deployments"]);
  });

  test("deploying without a reachable service is exit 5", async () => {
    const result = await runHere(["apps", "deploy", "app"], { home: homeWith(app), env: nowhere });
    expect(result).toMatchObject({ code: 5, stdout: "" });
  });
});

describe("interrupted", () => {
  function staging(): string {
    const dir = mkdtempSync(join(tmpdir(), "browserctl-staging-"));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    return dir;
  }
  const staged = (dir: string): string[] => readdirSync(dir).filter((name) => name.includes("browserctl"));

  test("an interruption during the upload leaves no file and is exit 130", async () => {
    const home = homeWith({ "app.ts": "1" });
    // Nothing of it can be made smaller.
    let noise = Buffer.alloc(0);
    for (let at = 0; noise.length < 8 * 2 ** 20; at += 1) {
      noise = Buffer.concat([noise, createHash("sha512").update(String(at)).digest(), noise.subarray(0, 2 ** 22)]);
    }
    writeFileSync(join(home.dir, "app", "big.bin"), noise);
    const dir = staging();
    const server = await uploadServer([{ stallAfter: 65_536 }]);
    const cli = startCli(["apps", "deploy", "app"], { home, env: { ...server.env, TMPDIR: dir } });
    await server.received(65_536);
    expect(staged(dir)).toHaveLength(1);
    cli.kill("SIGINT");
    expect(await cli.done).toMatchObject({ code: 130, stdout: "" });
    expect(staged(dir)).toEqual([]);
  });

  test("an interruption while following says how to continue and is exit 130", async () => {
    const home = homeWith({ "app.ts": "1" });
    const dir = staging();
    const server = await deployServer({ streams: [[events.log("working")]], open: true });
    const cli = startCli(["apps", "deploy", "app"], { home, env: { ...server.env, TMPDIR: dir } });
    await cli.shows("working");
    expect(staged(dir)).toEqual([]);
    cli.kill("SIGINT");
    const result = await cli.done;
    expect(result).toMatchObject({ code: 130, stdout: "" });
    expect(result.stderr).toContain("the deployment continues; follow it with: browserctl deployments tail d1\n");
  });
});
