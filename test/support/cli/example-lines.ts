import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandSpec } from "../../../src/cli/declare/spec.ts";
import { route } from "../../../src/cli/route/route.ts";
import { commands } from "../../../src/generate/all-commands.ts";
import { commandHeads } from "../../../src/generated/commands.ts";
import type { Home } from "./run-cli.ts";

/** One call of the program in an example line, as a shell passes it on. */
export interface ExampleCall {
  /** The whole line, for messages. */
  readonly line: string;
  readonly spec: CommandSpec;
  /** Every word after `browserctl`. */
  readonly argv: readonly string[];
  /** Words after those that name the command. */
  readonly words: readonly string[];
  /** The example belongs to this command; other calls are the first part of its pipe. */
  readonly own: boolean;
}

/** True for an example whose request depends on a person, or on the present state of what it is about. */
export function needsMore(line: string): boolean {
  if (line.startsWith("auth connections submit ")) return !line.includes(" --interaction ");
  // A login that is followed ends when the website says so.
  if (line.startsWith("auth connections login ")) return !line.includes(" --hosted");
  // A wait ends when the record of the example has changed.
  if (line.startsWith("wait ")) return true;
  // Its exit code is that of what it finds on this machine.
  if (line.startsWith("doctor")) return true;
  // A person types the code, or a pipe has it.
  if (line === "browsers repl shop" || line.endsWith(" < steps.js")) return true;
  return line.includes(" --ask ");
}

const files = [
  "token.txt",
  "password.txt",
  "session.json",
  "order.json",
  "letter.txt",
  "clip.txt",
  "actions.json",
  "login.js",
  "helpers.js",
  "steps.js",
  "data.csv",
  "part1.csv",
  "prices.ts",
  "input.json",
  "tools.js",
  "words.txt",
  "state.json",
];

/** Writes the files that examples name into a home. */
export function writeExampleFiles(home: Home): void {
  for (const name of files) writeFileSync(join(home.dir, name), "{}");
}

/** Variables that example lines read a value from (`env:NAME`), all with one value. */
export function exampleVariables(value: string): Record<string, string> {
  const lines = commands.flatMap(({ examples }) => examples.map(({ line }) => line)).join("\n");
  const names = Array.from(lines.matchAll(/\benv:([A-Z_]+)/g), ([, name]) => name ?? "");
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** The calls of every example line of every command. */
export function exampleCalls(home: Home): readonly ExampleCall[] {
  const examples = commands.flatMap((spec) => spec.examples.map(({ line }) => ({ spec, line })));
  const typed = typedCalls(
    home,
    examples.map(({ line }) => `{ browserctl ${line.replace(/ (>|\| Out-String) .*$/, "")}; }`),
  );
  return examples.flatMap(({ spec, line }, at) => {
    const calls = typed[at] ?? [];
    return calls.map((argv, which) => {
      const call = callOf(line, argv);
      const own = which === calls.length - 1;
      if (own && call.spec !== spec) throw new Error(`${line} is an example of ${spec.words}, not ${call.spec.words}`);
      return { ...call, own };
    });
  });
}

/** The calls of the program in lines of a shell, such as those of a help topic. */
export function scriptCalls(home: Home, scripts: readonly string[]): readonly ExampleCall[] {
  return typedCalls(
    home,
    scripts.map((each) => `( ${each}\n)`),
  ).flatMap((calls, at) => calls.map((argv) => ({ ...callOf(scripts[at] ?? "", argv), own: true })));
}

function callOf(line: string, argv: readonly string[]): Omit<ExampleCall, "own"> {
  const found = route(argv, commandHeads);
  if (found.to !== "command") throw new Error(`${line} is no command`);
  const spec = commands.find(({ words }) => words === found.head.words);
  if (!spec) throw new Error(`${found.head.words} is not listed`);
  return { line, spec, argv, words: found.words };
}

/**
 * The words of each call of `browserctl` in each compound command. A real shell takes the scripts apart; `browserctl` in them writes
 * its words to descriptor 3, the innermost first, and in a pipe the first.
 */
function typedCalls(home: Home, scripts: readonly string[]): string[][][] {
  const script = scripts.map((each) => `${each} >/dev/null; printf '\\036' >&3`).join("\n");
  const out = execFileSync(
    "sh",
    [
      "-c",
      `exec 3>&1; browserctl() { if test -p /dev/stdin; then cat >/dev/null; fi; printf '%s\\037' "$@" >&3; printf '\\035' >&3; echo id1; }\n${script}`,
    ],
    { cwd: home.dir, env: home.env, stdio: ["ignore", "pipe", "ignore"] },
  ).toString();
  const parts = out.split("\u001e").slice(0, -1);
  if (parts.length !== scripts.length) throw new Error(`${parts.length} of ${scripts.length} lines were typed`);
  return parts.map((part, at) => {
    const calls = part.split("\u001d").slice(0, -1);
    if (calls.length === 0) throw new Error(`no call in ${scripts[at]}`);
    return calls.map((call) => call.split("\u001f").slice(0, -1));
  });
}
