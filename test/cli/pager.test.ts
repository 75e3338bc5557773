import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { program, runCli, runHere, temporaryHome } from "../support/cli/run-cli.ts";
import { until } from "../support/until.ts";
import { type TerminalOptions, ViewTerminal } from "../tui/support/view-terminal.ts";

/** A line near the end of the help. */
const END = "browserctl help <topic>";

/** The program at a real terminal of twelve rows, which is shorter than the help. */
function atTerminal(args: readonly string[], env: Record<string, string>, options: TerminalOptions = {}): ViewTerminal {
  const home = temporaryHome();
  const { BROWSERCTL_PAGER: _, ...own } = home.env;
  const view = new ViewTerminal(program, { rows: 12, ...options, args, env: { ...own, ...env } });
  onTestFinished(() => view.close());
  return view;
}

const less = { PATH: process.env["PATH"] ?? "" };

test("long help waits in less; Ctrl-C there does not end the program, q does with exit 0", async () => {
  const view = atTerminal(["help"], less);
  await view.until(() => view.screen().at(-1) === ":", "the prompt of less");
  expect(view.screen()[0]).toMatch(/^Browsers for agents/);
  view.type("\u0003");
  // less drops what was typed with Ctrl-C.
  await view.until(() => {
    const isNext = !view.screen().join("\n").includes("Browsers for agents");
    if (!isNext) view.type(" ");
    return isNext;
  }, "the next page");
  expect(view.exitCode).toBeUndefined();
  view.type("q");
  await view.ended();
  expect(view.exitCode).toBe(0);
});

test("a text that fits is printed without a pager", async () => {
  const view = atTerminal(["help"], { PAGER: "echo paged" }, { rows: 200 });
  await view.ended();
  expect(view.output).toContain("Browsers for agents");
  expect(view.output).not.toContain("paged");
});

test.each([
  ["a pager that reads nothing and fails", "sh -c 'echo gone; exit 3'", "gone", END],
  ["a pager that leaves early", "head -n 2", "Browsers for agents", "browserctl <command>"],
])("%s is not an error", async (_, pager, shown, hidden) => {
  const view = atTerminal(["help"], { BROWSERCTL_PAGER: pager });
  await view.ended();
  expect(view.exitCode).toBe(0);
  expect(view.output).toContain(shown);
  expect(view.output).not.toContain(hidden);
});

test("a slow pager gets the whole text", async () => {
  const home = temporaryHome();
  const copy = join(home.dir, "copy");
  const file = join(home.dir, "slow");
  writeFileSync(file, `#!/bin/sh\nread -r first\nprintf '%s\\n' "$first" >'${copy}'\ncat >>'${copy}'\n`);
  chmodSync(file, 0o755);
  const view = atTerminal(["help"], { BROWSERCTL_PAGER: file });
  await view.ended();
  expect(readFileSync(copy, "utf8")).toContain(END);
});

test("the text is printed when the pager is missing", async () => {
  const view = atTerminal(["help"], { PAGER: "no-such-pager" });
  await view.ended();
  expect(view.exitCode).toBe(0);
  expect(view.scrollback().join("\n")).toContain("Browsers for agents");
});

test("the text is printed when less is not installed", async () => {
  const view = atTerminal(["help"], { PATH: "/nonexistent" });
  await view.ended();
  expect(view.exitCode).toBe(0);
  expect(view.output).not.toContain("not found");
  expect(view.scrollback().join("\n")).toContain("Browsers for agents");
});

test("SIGTERM ends the pager and the program", async () => {
  const view = atTerminal(["help"], less);
  await view.until(() => view.screen().at(-1) === ":", "the prompt of less");
  process.kill(view.pty.pid, "SIGTERM");
  await view.ended();
  expect(view.exitCode).toBe(143);
});

test("SIGTERM ends every program of a pager's command line", async () => {
  const mark = join(temporaryHome().dir, "mark");
  const view = atTerminal(["help"], { BROWSERCTL_PAGER: `sh -c 'echo $$ >"${mark}"; exec sleep 3601' | cat` });
  const pid = (): string => (existsSync(mark) ? readFileSync(mark, "utf8").trim() : "");
  await view.until(() => pid() !== "", "the start of the pager");
  process.kill(view.pty.pid, "SIGTERM");
  await view.ended();
  expect(view.exitCode).toBe(143);
  await until(() => !existsSync(`/proc/${pid()}`), { what: "the end of the pager's first program" });
});

test("the pager is the first of variable, setting and PAGER; an empty one, cat, CI and a dumb terminal turn it off", async () => {
  const home = temporaryHome();
  const mark = join(home.dir, "mark");
  const pager = (word: string): string => `printf ${word} >'${mark}'; cat`;
  const pagedBy = async (env: Record<string, string | undefined>): Promise<string> => {
    writeFileSync(mark, "");
    const all = { BROWSERCTL_PAGER: undefined, PAGER: pager("generic"), ...env };
    const { code, stdout } = await runCli(["help"], { home, tty: true, env: all });
    expect(code).toBe(0);
    expect(stdout).toContain(END);
    return readFileSync(mark, "utf8");
  };
  expect(await pagedBy({})).toBe("generic");
  for (const env of [
    { BROWSERCTL_PAGER: "" },
    { PAGER: "cat" },
    { CI: "1" },
    { TERM: "dumb" },
    { BROWSERCTL_NO_INPUT: "1" },
  ]) {
    expect(await pagedBy(env)).toBe("");
  }
  await runHere(["config", "set", "pager", pager("stored")], { home });
  expect(await pagedBy({})).toBe("stored");
  expect(await pagedBy({ BROWSERCTL_PAGER: pager("own") })).toBe("own");
});

test("a pager is never used in a pipe", async () => {
  const home = temporaryHome();
  const mark = join(home.dir, "mark");
  const { stdout } = await runCli(["help"], { home, env: { BROWSERCTL_PAGER: `touch '${mark}'` } });
  expect(stdout).toContain(END);
  expect(existsSync(mark)).toBe(false);
});

test("a pager with control characters is refused", async () => {
  const result = await runHere(["config", "set", "pager", "less\n-S"]);
  expect([result.code, result.stderr]).toEqual([
    2,
    expect.stringContaining("pager: must be one line without control characters"),
  ]);
});
