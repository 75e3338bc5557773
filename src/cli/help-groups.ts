import { pairLines } from "./help.ts";
import type { CommandHead } from "./spec.ts";

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
export function rootHelp(heads: readonly CommandHead[], groups: readonly Group[]): string {
  const single = heads.filter((head) => !head.words.includes(" "));
  const top = groups.filter((group) => !group.words.includes(" "));
  return `${[
    "Browsers for agents and scripts: a hosted service, or a real Chromium on this machine.",
    "Usage:\n  browserctl <command> [flags]",
    `Start here:\n${pairLines(start.map(([line, does]) => [`browserctl ${line}`, does]))}`,
    `Commands:\n${pairLines([
      ...top.map((group) => [group.words, `${group.summary}: ${verbs(heads, group.words)}`] as const),
      ...single.map(({ words, summary }) => [words, summary] as const),
    ])}`,
    "Help:\n  browserctl <command> --help\n  browserctl help exit-codes\n  browserctl help environment",
  ].join("\n\n")}\n`;
}

/** The help of one group of commands. */
export function groupHelp(words: string, heads: readonly CommandHead[], groups: readonly Group[]): string {
  const own = heads.filter((head) => head.words.startsWith(`${words} `));
  const group = groups.find((each) => each.words === words);
  return `${[
    ...(group ? [`${group.summary}.`] : []),
    `Usage:\n  browserctl ${words} <command> [flags]`,
    `Commands:\n${pairLines(own.map(({ words, summary }) => [words, summary]))}`,
    `Help:\n  browserctl ${words} <command> --help`,
  ].join("\n\n")}\n`;
}

function verbs(heads: readonly CommandHead[], words: string): string {
  const next = heads
    .filter((head) => head.words.startsWith(`${words} `))
    .map((head) => head.words.slice(words.length + 1).split(" ")[0] ?? "");
  return [...new Set(next)].join(", ");
}
