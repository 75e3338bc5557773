import { commandSummary, pairLines } from "./help.ts";
import type { CommandSpec } from "./spec.ts";

export interface Group {
  /** The first words of its commands. */
  words: string;
  summary: string;
}

const start = [
  ["local start", "start the service on this machine, over a real Chromium"],
  ["browsers create", "open a browser session in it"],
  ["browsers curl <id> https://example.com", "send a request through that browser"],
  ["login --base-url URL", "use a hosted service instead"],
] as const;

/** The help of the program as a whole. */
export function rootHelp(specs: readonly CommandSpec[], groups: readonly Group[]): string {
  const single = specs.filter((spec) => !spec.words.includes(" "));
  const top = groups.filter((group) => !group.words.includes(" "));
  return `${[
    "Browsers for agents and scripts: a hosted service, or a real Chromium on this machine.",
    "Usage:\n  browserctl <command> [flags]",
    `Start here:\n${pairLines(start.map(([line, does]) => [`browserctl ${line}`, does]))}`,
    `Commands:\n${pairLines([
      ...top.map((group) => [group.words, `${group.summary}: ${verbs(specs, group.words)}`] as const),
      ...single.map((spec) => [spec.words, commandSummary(spec)] as const),
    ])}`,
    "Help:\n  browserctl <command> --help\n  browserctl help exit-codes\n  browserctl help environment",
  ].join("\n\n")}\n`;
}

/** The help of one group of commands. */
export function groupHelp(words: string, specs: readonly CommandSpec[], groups: readonly Group[]): string {
  const own = specs.filter((spec) => spec.words.startsWith(`${words} `));
  const group = groups.find((each) => each.words === words);
  return `${[
    ...(group ? [`${group.summary}.`] : []),
    `Usage:\n  browserctl ${words} <command> [flags]`,
    `Commands:\n${pairLines(own.map((spec) => [spec.words, commandSummary(spec)]))}`,
    `Help:\n  browserctl ${words} <command> --help`,
  ].join("\n\n")}\n`;
}

function verbs(specs: readonly CommandSpec[], words: string): string {
  const next = specs
    .filter((spec) => spec.words.startsWith(`${words} `))
    .map((spec) => spec.words.slice(words.length + 1).split(" ")[0] ?? "");
  return [...new Set(next)].join(", ");
}
