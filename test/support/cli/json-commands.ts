import { expect } from "vitest";
import { type Home, jsonError, runHere } from "./run-cli.ts";

export interface JsonCommands {
  /** Value that a command prints, which must succeed and print nothing else. */
  json(...args: string[]): Promise<unknown>;
  /** Error object of a command that must fail. */
  fails(...args: string[]): Promise<Record<string, unknown>>;
  /** Adds a context for `https://<name>.example.com`. */
  addContext(name: string, ...more: string[]): Promise<unknown>;
}

/** Commands under `-o json` in a home, which is asked for each time: a test has one of its own. */
export function jsonCommands(home: () => Home): JsonCommands {
  const run = (args: readonly string[]) => runHere([...args, "-o", "json"], { home: home() });
  const json = async (...args: string[]): Promise<unknown> => {
    const result = await run(args);
    expect([result.code, result.stderr.replace(/^next: .*\n/, "")], args.join(" ")).toEqual([0, ""]);
    return JSON.parse(result.stdout);
  };
  return {
    json,
    fails: async (...args) => jsonError(await run(args)),
    addContext: (name, ...more) => json("context", "add", name, "--base-url", `https://${name}.example.com/`, ...more),
  };
}
