import { describe, expect, test } from "vitest";
import { type SessionRecord, sharedHome } from "../support/local-home.ts";
import { startCli } from "../support/run-cli.ts";
import { until } from "../support/until.ts";

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
    const result = await home.cli(["browsers", "run", "--timeout", "2s", "--", "sleep", "60"]);
    expect(result.code).toBe(6);
    expect(await home.json(["browsers", "list"])).toEqual([]);
  });

  test("SIGINT and SIGTERM reach the command, whose own code counts", async () => {
    const home = await atHome();
    for (const [signal, code] of [
      ["SIGINT", 3],
      ["SIGTERM", 4],
    ] as const) {
      const script = `trap 'exit 3' INT; trap 'exit 4' TERM; echo ready; while :; do sleep 0.05; done`;
      const running = startCli(["browsers", "run", "--", "sh", "-c", script], { home });
      await running.shows("ready");
      running.kill(signal);
      expect((await running.done).code).toBe(code);
    }
    expect(await home.json(["browsers", "list"])).toEqual([]);
  });

  test("SIGINT at any moment leaves no session", async () => {
    const home = await atHome();
    const moments = [
      // While the program starts, while the browser starts, while the command runs, while the session ends.
      [(log: string) => log === "", "true"],
      [(log: string) => log.includes("> POST"), "true"],
      [(log: string) => log.includes("< 200"), "exec sleep 60"],
      [(log: string) => log.includes("started"), "echo started; exec sleep 60"],
      [(log: string) => log.includes("> DELETE"), "true"],
    ] as const;
    for (const [moment, script] of moments) {
      const running = startCli(["browsers", "run", "--debug", "--", "sh", "-c", script], { home });
      await until(() => moment(running.stdout() + running.stderr()), {
        what: () => `the moment in ${running.stderr()}`,
      });
      running.kill("SIGINT");
      await running.done;
      // A creation whose client went away is undone by the service, which may take a moment.
      const left = await until(
        () => home.json<SessionRecord[]>(["browsers", "list"]),
        ({ length }) => length === 0,
      );
      expect(left).toEqual([]);
    }
  });
});
