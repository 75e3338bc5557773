import { describe, expect, test } from "vitest";
import { sharedHome } from "../support/cli/local-home.ts";
import { interruptTests, signalTests } from "./support/interrupted-run.ts";

const atHome = sharedHome({ fakeBrowser: true });

describe("browsers run", () => {
  test("gives the command a session that is real, and exits with the command's code", async () => {
    const home = await atHome();
    const script = `
      const { BROWSERCTL_BROWSER_ID: id, BROWSERCTL_BASE_URL: url, BROWSERCTL_TOKEN: token, BROWSERCTL_CDP_URL: cdp } = process.env;
      const answer = await fetch(url + "/browsers/" + id, { headers: { authorization: "Bearer " + token } });
      const record = await answer.json();
      console.log(record.session_id === id && record.cdp_ws_url === cdp);
      process.exit(7);`;
    const result = await home.cli(["browsers", "run", "--", process.execPath, "--input-type=module", "-e", script]);
    expect(result.stdout).toBe("true\n");
    expect(result.code).toBe(7);
    expect(await home.json(["browsers", "list"])).toEqual([]);
  });

  test("keeps arguments, stdin and both streams as they are", async () => {
    const home = await atHome();
    const result = await home.cli(
      ["browsers", "run", "--", "sh", "-c", 'printf "%s|" "$@"; cat; echo oops >&2', "sh", "a b", "-x", "--"],
      {
        stdin: "from stdin",
      },
    );
    expect(result.stdout).toBe("a b|-x|--|from stdin");
    expect(result.stderr).toBe("oops\n");
    expect(result.code).toBe(0);
  });

  test("a command that does not exist is 127 and leaves no session", async () => {
    const home = await atHome();
    const result = await home.cli(["browsers", "run", "--", "no-such-command-here"]);
    expect(result.code).toBe(127);
    expect(result.stderr).toContain('"no-such-command-here": command not found');
    expect(await home.json(["browsers", "list"])).toEqual([]);
  });

  test("a command that a signal ends is 128 and its number", async () => {
    const home = await atHome();
    expect((await home.cli(["browsers", "run", "--", "sh", "-c", "kill -KILL $$"])).code).toBe(137);
  });

  test("without a command it says how", async () => {
    const home = await atHome();
    const result = await home.cli(["browsers", "run"]);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("put it after --");
  });

  test("--timeout ends the command and the session with exit 6", async () => {
    const home = await atHome();
    const result = await home.cli(["browsers", "run", "--timeout", "1s", "--", "sleep", "60"]);
    expect(result.code).toBe(6);
    expect(await home.json(["browsers", "list"])).toEqual([]);
  });

  signalTests(atHome, [["SIGINT", 3]]);

  // While the browser starts, and while the command runs.
  interruptTests(atHome, ["creating", "running"]);
});
