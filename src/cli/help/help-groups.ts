import type { CommandHead } from "../declare/spec.ts";
import { entries, type HelpEntry, type HelpPage, lines, section } from "./help-page.ts";
import { topics } from "./topics/index.ts";

export interface Group {
  /** The first words of its commands. */
  words: string;
  summary: string;
  /** Topics that the help of its commands points to. */
  topics?: readonly string[];
}

const start: readonly HelpEntry[] = [
  ["browserctl local start", "start the service on this machine"],
  ["browserctl browsers create", "open a browser session in it"],
  ["browserctl browsers curl <id> https://example.com", "send a request through that browser"],
  ["browserctl login --base-url URL", "use a hosted service instead"],
];

const program = {
  name: "",
  summary: "Browsers for agents and scripts: a hosted service, or a real Chromium on this machine",
} as const;

/** The first words of all commands, whether they are groups or not. */
function firstWords(heads: readonly CommandHead[], groups: readonly Group[]) {
  const top = groups.filter((group) => !group.words.includes(" "));
  const single = heads.filter(({ words }) => !words.includes(" ") && top.every((group) => group.words !== words));
  return { top, single };
}

/** Page of `browserctl` without arguments: first steps and the groups, within 24 rows. */
export function startPage(heads: readonly CommandHead[], groups: readonly Group[]): HelpPage {
  const { single, top } = firstWords(heads, groups);
  return {
    ...program,
    sections: [
      section("Start here", entries(start)),
      section("Commands", { kind: "names", names: [...top, ...single].map(({ words }) => words) }),
      section(
        "Help",
        entries([
          ["browserctl help", "what each command is for, and the topics"],
          ["browserctl <command> --help", "flags, limits and examples of one"],
        ]),
      ),
    ],
  };
}

/** The help of the program as a whole. */
export function rootHelp(heads: readonly CommandHead[], groups: readonly Group[]): HelpPage {
  const { single, top } = firstWords(heads, groups);
  return {
    ...program,
    sections: [
      section("Usage", lines("browserctl <command> [flags]")),
      section("Start here", entries(start)),
      section(
        "Commands",
        entries([
          ...top.map(({ words, summary }) => [words, `${summary}: ${verbs(heads, words)}`] as const),
          ...single.map(({ words, summary }) => [words, summary] as const),
        ]),
      ),
      ...topicsHelp().sections,
      section("Help", lines("browserctl <command> --help", "browserctl help <topic>")),
    ],
  };
}

/** The list of topics: `help topics`. */
export function topicsHelp(): HelpPage {
  return {
    name: "topics",
    summary: "Pages of help that are about no single command",
    sections: [section("Topics", entries(topics.map(({ name, summary }) => [name, summary])))],
  };
}

/** The help of one group of commands. */
export function groupHelp(words: string, heads: readonly CommandHead[], groups: readonly Group[]): HelpPage {
  const own = heads.filter((head) => head.words.startsWith(`${words} `));
  const group = groups.find((each) => each.words === words);
  return {
    name: words,
    summary: group?.summary ?? `Commands of ${words}`,
    sections: [
      section("Usage", lines(`browserctl ${words} <command> [flags]`)),
      section("Commands", entries(own.map((head) => [head.words, head.summary]))),
      section(
        "Help",
        lines(
          `browserctl ${words} <command> --help`,
          ...(group?.topics ?? []).map((topic) => `browserctl help ${topic}`),
        ),
      ),
    ],
  };
}

function verbs(heads: readonly CommandHead[], words: string): string {
  const next = heads
    .filter((head) => head.words.startsWith(`${words} `))
    .map((head) => head.words.slice(words.length + 1).split(" ")[0] ?? "");
  return [...new Set(next)].join(", ");
}
