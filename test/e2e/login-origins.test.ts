import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoSite, demoSite } from "../../src/demo-site/demo-site.ts";
import { sharedHome } from "../support/cli/local-home.ts";
import { connections, env } from "./support/auth-connections.ts";

const atHome = sharedHome({ inProcess: true });
let site: DemoSite;

beforeAll(async () => {
  site = await demoSite({ now: Date.now });
});
afterAll(() => site.close());

const values = ["--field", "identifier=env:USER_NAME", "--field", "password=env:PASSWORD"];

/** New connection to the page of the demo site that leads to another host. */
async function created(profile: string, ...words: string[]) {
  const home = await atHome();
  const login = ["--login-url", site.on("main", "/foreign")];
  const line = [...connections, "create", "localhost", "--profile-name", profile, ...login, ...words];
  return { home, id: (await home.json<{ id: string }>(line)).id };
}

test("a login stays at the domain of its connection, unless any domain is allowed", async () => {
  const { home, id } = await created("limited");
  const login = await home.cli([...connections, "login", id, ...values, "-o", "jsonl"], { env });
  expect(login.code).toBe(8);
  expect(JSON.parse(login.stdout.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
    flow_status: "FAILED",
    error_code: "domain_not_allowed",
  });
  const [entry] = await home.json<{ sent_to: unknown }[]>([...connections, "timeline", id]);
  expect(entry?.sent_to).toEqual([]);
});

test("a login that left the domain says so at its end, in the timeline and in explain, without values", async () => {
  const { home, id } = await created("lifted", "--allow-any-domain");
  const origin = new URL(site.on("foreign", "/")).origin;
  const left_domain = [{ origin, own_domain: false, fields: expect.arrayContaining(["password"]) }];
  const sentence = expect.stringMatching(
    /^The last login left the domain of the connection: it sent values to http.*\(.*password.*\)/,
  );
  const login = await home.cli([...connections, "login", id, ...values, "-o", "jsonl"], { env });
  const watch = await home.cli([...connections, "watch", id, "-o", "jsonl"]);
  for (const { stdout } of [login, watch]) {
    expect(JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({ left_domain });
  }
  const timeline = await home.cli([...connections, "timeline", id, "-o", "json"]);
  expect(JSON.parse(timeline.stdout)).toMatchObject([{ type: "login", sent_to: left_domain }]);
  const line = await home.cli([...connections, "timeline", id]);
  expect(line.stdout).toContain(`${origin} (`);
  const explained = await home.json<{ explanation: string[] }>([...connections, "explain", id]);
  expect(explained.explanation).toContainEqual(sentence);
  const shown = await home.cli([...connections, "watch", id], { tty: true, columns: 200 });
  expect(shown.stdout).toContain(`to ${origin} (`);
  for (const { stdout, stderr } of [login, watch, timeline, line, shown]) {
    expect(stdout + stderr).not.toContain(env.PASSWORD);
  }
});
