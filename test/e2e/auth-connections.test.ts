import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoSite, demoSite } from "../../src/demo-site/demo-site.ts";
import { sharedHome } from "../support/cli/local-home.ts";
import { startCli } from "../support/cli/run-cli.ts";
import { asks, connections, done, env, startedLogin, waited } from "./support/auth-connections.ts";

const atHome = sharedHome({ inProcess: true });
let site: DemoSite;

beforeAll(async () => {
  site = await demoSite({ now: Date.now });
});
afterAll(() => site.close());

/** Code that the demo site has sent to the phone. */
async function sentCode(): Promise<string> {
  const page = await (await fetch(site.on("main", "/phone"))).text();
  const [, code] = /Your code is <[^>]*>(\d+)|Your code is (\d+)/.exec(page)?.filter(Boolean) ?? [];
  if (code === undefined) throw new Error(`no code in ${page}`);
  return code;
}

test("a script answers a login with a second factor, checks it, and reads the timeline", async () => {
  const home = await atHome();
  const id = await startedLogin(home, site, "second-factor", "/factors");
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
    ["login", "SUCCESS"],
  ]);
});
