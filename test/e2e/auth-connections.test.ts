import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoSite, demoSite } from "../../src/demo-site/demo-site.ts";
import { demoUsers } from "../../src/demo-site/users.ts";
import { type StartedHome, sharedHome } from "../support/local-home.ts";
import { type CliResult, jsonError, type RunningCli, startCli } from "../support/run-cli.ts";
import { until } from "../support/until.ts";

const atHome = sharedHome();
const [alice] = demoUsers;
const env = { USER_NAME: alice?.name ?? "", PASSWORD: alice?.password ?? "" };
const connections = ["auth", "connections"];
let site: DemoSite;

beforeAll(async () => {
  site = await demoSite({ now: Date.now });
});
afterAll(() => site.close());

/** A connection to a page of the demo site, whose login runs. */
async function startedLogin(home: StartedHome, profile: string, page: string): Promise<string> {
  const words = ["create", "localhost", "--profile-name", profile, "--login-url", site.on("main", page)];
  const { id } = await home.json<{ id: string }>([...connections, ...words]);
  await home.json(["api", "POST", `/auth/connections/${id}/login`]);
  return id;
}

/** Runs a command of auth connections, which must succeed. */
async function done(home: StartedHome, ...words: string[]): Promise<CliResult> {
  const result = await home.cli([...connections, ...words], { env });
  expect(result.code, result.stderr).toBe(0);
  return result;
}

/** Record with which `wait connection` ends, once one of the conditions holds. */
async function waited(home: StartedHome, id: string, ...conditions: string[]): Promise<unknown> {
  const words = conditions.flatMap((condition) => ["--for", condition]);
  const { code, stderr, stdout } = await home.cli([
    "wait",
    "connection",
    id,
    ...words,
    "--timeout",
    "30s",
    "-o",
    "json",
  ]);
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

/** Waits until the last state that is watched asks for a field or a choice of this type. */
async function asks({ stdout }: RunningCli, type: string): Promise<void> {
  await until(() => {
    const last = stdout().trimEnd().split("\n").at(-1) ?? "";
    return last.includes('"AWAITING_INPUT"') && last.includes(`"type":"${type}"`);
  });
}

/** Code that the demo site has sent to the phone. */
async function sentCode(): Promise<string> {
  const page = await (await fetch(site.on("main", "/phone"))).text();
  const [, code] = /Your code is <[^>]*>(\d+)|Your code is (\d+)/.exec(page)?.filter(Boolean) ?? [];
  if (code === undefined) throw new Error(`no code in ${page}`);
  return code;
}

test("a script answers a login with a second factor, checks it, and reads the timeline", async () => {
  const home = await atHome();
  const id = await startedLogin(home, "second-factor", "/factors");
  const watch = startCli([...connections, "watch", id], { home });
  const waiting = waited(home, id, "status=AUTHENTICATED");
  await asks(watch, "password");
  const values = ["--field", "identifier=env:USER_NAME", "--field", "password=env:PASSWORD"];
  await done(home, "submit", id, ...values);
  await asks(watch, "mfa_method");
  await done(home, "submit", id, "--choice", "sms");
  await asks(watch, "code");
  await done(home, "submit", id, "--field", `code=${await sentCode()}`);
  const watched = await watch.done;
  expect(watched.code, watched.stderr).toBe(0);
  const states = watched.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  // The page may have been read before the watch has begun.
  const steps = states.map(({ flow_step }) => flow_step).filter((step) => step !== "DISCOVERING");
  expect(steps.filter((step, at) => step !== steps[at - 1])).toEqual([
    "AWAITING_INPUT",
    "SUBMITTING",
    "AWAITING_INPUT",
    "SUBMITTING",
    "AWAITING_INPUT",
    "SUBMITTING",
    "COMPLETED",
  ]);
  expect(states.at(-1)).toMatchObject({ flow_status: "SUCCESS", post_login_url: site.on("main", "/home") });
  expect(watched.stdout + watched.stderr).not.toContain(env.PASSWORD);
  expect(await waiting).toMatchObject({ id, status: "AUTHENTICATED", flow_status: "SUCCESS" });

  expect((await done(home, "check", id, "-o", "json", "--query", "result")).stdout).toBe('"logged-in"\n');
  site.expireSessions();
  const expiry = waited(home, id, "status=NEEDS_AUTH");
  const check = await home.cli([...connections, "check", id, "-o", "json"]);
  expect([check.code, JSON.parse(check.stdout)]).toEqual([
    8,
    expect.objectContaining({ result: "logged-out", previous_status: "AUTHENTICATED", status: "NEEDS_AUTH" }),
  ]);
  expect(await expiry).toMatchObject({ id, status: "NEEDS_AUTH" });
  expect((await done(home, "explain", id)).stdout).toContain("the session of the last login had expired");
  const timeline = (await done(home, "timeline", id)).stdout.trimEnd().split("\n");
  expect(timeline.map((line) => line.split("\t").slice(1, 3))).toEqual([
    ["health_check", "NEEDS_AUTH"],
    ["health_check", "AUTHENTICATED"],
    ["login", "SUCCESS"],
  ]);
});

test("a login that is canceled ends for those who watch it, and takes no more input", async () => {
  const home = await atHome();
  const id = await startedLogin(home, "canceled", "/password");
  const watch = startCli([...connections, "watch", id], { home });
  const waiting = waited(home, id, "flow_status=SUCCESS", "flow_status=CANCELED");
  await asks(watch, "password");
  await done(home, "cancel", id, "--yes");
  expect(await waiting).toMatchObject({ id, status: "NEEDS_AUTH", flow_status: "CANCELED" });
  const { code, stderr } = await watch.done;
  expect([code, stderr]).toEqual([8, expect.stringContaining(`the login of ${id} was canceled`)]);
  const late = await home.cli([...connections, "submit", id, "--field", "password=env:PASSWORD", "-o", "json"], {
    env,
  });
  expect(jsonError(late)).toMatchObject({ exit_code: 1, code: "conflict" });
});
