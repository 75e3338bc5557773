import { expect, test } from "vitest";
import { sharedHome } from "../../support/cli/local-home.ts";
import { jsonError } from "../../support/cli/run-cli.ts";

interface ClockState {
  now: string;
  system: string;
  offset_ms: number;
  moved: boolean;
}

const home = sharedHome();

test("the clock is set, advanced, shown by the status and reset", async () => {
  const { cli, json } = await home();
  const set = await json<ClockState>(["local", "clock", "set", "2030-05-01"]);
  expect(set.moved).toBe(true);
  expect(Date.parse(set.now) - Date.parse("2030-05-01T00:00:00Z")).toBeLessThan(60_000);
  const advanced = await json<ClockState>(["local", "clock", "advance", "30d"]);
  expect(advanced.offset_ms).toBe(set.offset_ms + 30 * 86_400_000);
  const status = await cli(["local", "status", "-o", "json"]);
  expect(JSON.parse(status.stdout)).toMatchObject({ clock_offset_ms: advanced.offset_ms });
  expect(status.stderr).toContain("note: the local service's clock is moved: it shows 2030-05-31T00:0");
  expect(status.stderr).toContain("undo it with: browserctl local clock reset");
  const back = await cli(["local", "clock", "set", "2001-01-01T00:00:00+01:00"]);
  expect(back.stderr).toMatch(
    /^The local service's clock shows 2000-12-31T23:00:\d\d\.\d+Z, .* behind this machine\.\n$/,
  );
  const reset = await cli(["local", "clock", "reset"]);
  expect(reset.stderr).toBe("The local service's clock follows this machine.\n");
  expect(await json<ClockState>(["local", "clock", "show"])).toMatchObject({ moved: false, offset_ms: 0 });
  expect((await cli(["local", "status"])).stderr).toBe("");
});

test("the old route of projects is reached by api until its day, and gone from then on", async () => {
  const { cli, json } = await home();
  await json(["local", "clock", "set", "2026-11-23T12:00:00Z"]);
  const created = await cli(["api", "POST", "/projects", "-F", "name=old", "-i"]);
  expect(created.code, created.stderr).toBe(0);
  expect(created.stdout).toContain("sunset: Tue, 24 Nov 2026 00:00:00 GMT");
  await json(["local", "clock", "set", "2026-11-24"]);
  const gone = await cli(["api", "POST", "/projects", "-F", "name=new", "-o", "json"]);
  expect(jsonError(gone)).toMatchObject({ code: "gone", http_status: 410, exit_code: 1 });
  expect(await json(["projects", "create", "new"])).toMatchObject({ name: "new" });
  await json(["local", "clock", "reset"]);
});

test.each([
  [["set", "tomorrow"], "<time>: must be a time such as 2026-11-24T00:00:00Z or a day such as 2026-11-24"],
  [["set", "1969-12-31"], "from 1970 to 9999"],
  [["set", "2026-02-30"], 'not "2026-02-30"'],
  [["advance", "5"], "<duration>: "],
  [["advance", "-1h"], "-1h"],
])("clock %j is refused", async (words, message) => {
  const { cli } = await home();
  const result = await cli(["local", "clock", ...words]);
  expect(result.code).toBe(2);
  expect(result.stderr).toContain(message);
});

test("an advance beyond the latest time is refused by the service", async () => {
  const { cli } = await home();
  const result = await cli(["local", "clock", "advance", "99999999d"]);
  expect(result.code).toBe(1);
  expect(result.stderr).toContain("9999-12-31T23:59:59Z");
});
