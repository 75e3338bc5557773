import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { route } from "../../src/cli/route.ts";
import type { CommandSpec } from "../../src/cli/spec.ts";
import { commands } from "../../src/commands/index.ts";
import { commandHeads } from "../../src/generated/commands.ts";
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
  "data.csv",
  "part1.csv",
  "prices.ts",
  "words.txt",
  "state.json",
];

/** Writes the files that examples name into a home. */
export function writeExampleFiles(home: Home): void {
  for (const name of files) writeFileSync(join(home.dir, name), "{}");
}

/** The calls of every example line of every command. */
export function exampleCalls(home: Home): readonly ExampleCall[] {
  const examples = commands.flatMap((spec) => spec.examples.map(({ line }) => ({ spec, line })));
  // A real shell takes the lines apart; `browserctl` in them writes its words to descriptor 3, the innermost first, and
  // in a pipe the first.
  const script = examples
    .map(({ line }) => `{ browserctl ${line.replace(/ (>|\| Out-String) .*$/, "")}; } >/dev/null; printf '\\036' >&3`)
    .join("\n");
  const out = execFileSync(
    "sh",
    [
      "-c",
      `exec 3>&1; browserctl() { if test -p /dev/stdin; then cat >/dev/null; fi; printf '%s\\037' "$@" >&3; printf '\\035' >&3; echo id1; }\n${script}`,
    ],
    { cwd: home.dir, env: home.env, stdio: ["ignore", "pipe", "ignore"] },
  ).toString();
  const lines = out.split("\u001e").slice(0, -1);
  if (lines.length !== examples.length) throw new Error(`${lines.length} of ${examples.length} lines were typed`);
  return examples.flatMap(({ spec, line }, at) => {
    const calls = (lines[at] ?? "").split("\u001d").slice(0, -1);
    if (calls.length === 0) throw new Error(`no call in ${line}`);
    return calls.map((call, which) => {
      const argv = call.split("\u001f").slice(0, -1);
      const found = route(argv, commandHeads);
      if (found.to !== "command") throw new Error(`${line} is no command`);
      const named = commands.find(({ words }) => words === found.head.words);
      if (!named) throw new Error(`${found.head.words} is not listed`);
      const own = which === calls.length - 1;
      if (own && named !== spec) throw new Error(`${line} is an example of ${spec.words}, not ${named.words}`);
      return { line, spec: named, argv, words: found.words, own };
    });
  });
}
