import { describe, expect, test } from "vitest";
import { sharedHome } from "../support/cli/local-home.ts";
import { interruptTests, signalTests } from "./support/interrupted-run.ts";

const atHome = sharedHome({ fakeBrowser: true });

describe("browsers run", () => {
  test("browsers run gives the command a real session, and exits with the command's code", async () => {
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

  test("browsers run keeps arguments, stdin and both streams unchanged", async () => {
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

  test("browsers run with an unknown command is 127 and leaves no session", async () => {
    const home = await atHome();
    const result = await home.cli(["browsers", "run", "--", "no-such-command-here"]);
    expect(result.code).toBe(127);
    expect(result.stderr).toContain('"no-such-command-here": command not found');
    expect(await home.json(["browsers", "list"])).toEqual([]);
  });

  test("browsers run returns 128 and the number for a command that a signal ends", async () => {
    const home = await atHome();
    expect((await home.cli(["browsers", "run", "--", "sh", "-c", "kill -KILL $$"])).code).toBe(137);
  });

  test("browsers run without a command says how to give one", async () => {
    const home = await atHome();
    const result = await home.cli(["browsers", "run"]);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("put it after --");
  });

  test("browsers run --timeout ends the command and the session with exit 6", async () => {
    const home = await atHome();
    const result = await home.cli(["browsers", "run", "--timeout", "1s", "--", "sleep", "60"]);
    expect(result.code).toBe(6);
    expect(await home.json(["browsers", "list"])).toEqual([]);
  });

  signalTests(atHome, [["SIGINT", 3]]);

  // While the browser starts, and while the command runs.
  interruptTests(atHome, ["creating", "running"]);
});
