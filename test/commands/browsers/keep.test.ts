import { expect, test } from "vitest";
import { type SessionRecord, type StartedHome, sharedHome } from "../../support/cli/local-home.ts";
import { jsonError, runHere } from "../../support/cli/run-cli.ts";
import { apiServer } from "../../support/servers/api-server.ts";
import { until } from "../../support/until.ts";

const started = sharedHome({ fakeBrowser: true, inProcess: true });

const idsOf = async (home: StartedHome): Promise<string[]> =>
  (await home.json<SessionRecord[]>(["browsers", "list"])).map(({ session_id }) => session_id);

test("a kept session outlives its idle limit, and ends by the limit afterwards", async () => {
  const home = await started();
  const create = () => home.json<SessionRecord>(["browsers", "create", "--timeout-seconds", "60"]);
  const [kept, other] = [await create(), await create()];
  const answer = await home.json<{ kept_until: string }>(["browsers", "keep", kept.session_id, "--for", "2h"]);
  expect(Date.parse(answer.kept_until)).toBeGreaterThan(Date.now() + 3_600_000);
  await home.json(["local", "clock", "advance", "1h"]);
  await until(async () => !(await idsOf(home)).includes(other.session_id), { what: () => "the end of the other one" });
  expect(await idsOf(home)).toEqual([kept.session_id]);
  await home.json(["local", "clock", "advance", "2h"]);
  await until(async () => (await idsOf(home)).length === 0, { what: () => "the end of the kept one" });
});

test("--for 0s lets the idle limit count again", async () => {
  const home = await started();
  const { session_id } = await home.json<SessionRecord>(["browsers", "create", "tea"]);
  await home.json(["browsers", "keep", "tea"]);
  await home.json(["browsers", "keep", "tea", "--for", "0s"]);
  await home.json(["local", "clock", "advance", "30m"]);
  await until(async () => !(await idsOf(home)).includes(session_id), { what: () => "the end of the session" });
  expect(await idsOf(home)).toEqual([]);
});

test.each([
  [["--for", "4d"], "--for: must be 0s to 3d, not 4d"],
  [["--for", "soon"], "--for: "],
])("browsers keep %j is refused with the limit", async (flags, message) => {
  const home = await started();
  const refused = await home.cli(["browsers", "keep", "tea", ...flags]);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(message)]);
});

test("browsers keep of a missing session is exit 4", async () => {
  const home = await started();
  expect((await home.cli(["browsers", "keep", "nowhere"])).code).toBe(4);
});

test("browsers keep of a hosted service is refused before a request, with alternatives", async () => {
  const home = await started();
  const server = await apiServer();
  await home.json(["context", "add", "prod", "--base-url", server.url]);
  const env = { BROWSERCTL_TOKEN: "tok" };
  const refused = await runHere(["browsers", "keep", "shop", "--context", "prod", "-o", "json"], { home, env });
  expect(refused.code).toBe(2);
  expect(jsonError(refused)).toMatchObject({
    code: "local_only",
    hint: expect.stringContaining("browserctl browsers create --timeout-seconds 1h"),
  });
  expect(server.requests).toEqual([]);
});
