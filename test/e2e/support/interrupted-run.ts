import { expect, test } from "vitest";
import type { SessionRecord, StartedHome } from "../../support/cli/local-home.ts";
import { startCli } from "../../support/cli/run-cli.ts";
import { until } from "../../support/until.ts";

/** Moments of `browsers run`: when its output shows that one is reached, and the command that it runs. */
const moments = {
  starting: [(log: string) => log === "", "true"],
  creating: [(log: string) => log.includes("> POST"), "true"],
  created: [(log: string) => log.includes("< 200"), "exec sleep 60"],
  running: [(log: string) => log.includes("started"), "echo started; exec sleep 60"],
  deleting: [(log: string) => log.includes("> DELETE"), "true"],
} as const;

/** Tests of signals to `browsers run`, each with the exit code that its command answers it with. */
export function signalTests(
  atHome: () => Promise<StartedHome>,
  signals: [signal: "SIGINT" | "SIGTERM", code: 3 | 4][],
): void {
  test.each(signals)("%s reaches the command, whose own code counts", async (signal, code) => {
    const home = await atHome();
    const script = `trap 'exit 3' INT; trap 'exit 4' TERM; echo ready; while :; do sleep 0.05; done`;
    const running = startCli(["browsers", "run", "--", "sh", "-c", script], { home });
    await running.shows("ready");
    running.kill(signal);
    expect((await running.done).code).toBe(code);
    expect(await home.json(["browsers", "list"])).toEqual([]);
  });
}

/** Tests of an interrupt at moments of `browsers run`. */
export function interruptTests(atHome: () => Promise<StartedHome>, names: (keyof typeof moments)[]): void {
  test.each(names)("SIGINT leaves no session: %s", async (name) => {
    const home = await atHome();
    const [isReached, script] = moments[name];
    const running = startCli(["browsers", "run", "--debug", "--", "sh", "-c", script], { home });
    await until(() => isReached(running.stdout() + running.stderr()), {
      what: () => `the moment in ${running.stderr()}`,
    });
    running.kill("SIGINT");
    await running.done;
    // The service undoes a creation whose client disconnected, which may take a moment.
    const left = await until(
      () => home.json<SessionRecord[]>(["browsers", "list"]),
      ({ length }) => length === 0,
    );
    expect(left).toEqual([]);
  });
}
