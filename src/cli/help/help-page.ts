import type { Example } from "../declare/spec.ts";

/** Entry of a list: a term and its meaning. */
export type HelpEntry = readonly [term: string, text: string];

/** Part of a section. */
export type HelpBlock =
  /** A paragraph. */
  | { readonly kind: "text"; readonly text: string }
  /** A list of terms with their meanings. */
  | { readonly kind: "entries"; readonly entries: readonly HelpEntry[] }
  /** A list of names: separated by commas, wrapped. */
  | { readonly kind: "names"; readonly names: readonly string[] }
  /** Lines that keep their form. */
  | { readonly kind: "lines"; readonly lines: readonly string[] }
  /** Lines to type, each with its effect. */
  | { readonly kind: "examples"; readonly examples: readonly Example[] }
  /** Other pages: commands by their words, topics by their names. */
  | { readonly kind: "pages"; readonly commands: readonly string[]; readonly topics: readonly string[] };

/** Section of a page; the first one, with the summary, has no heading. */
export interface HelpSection {
  readonly heading?: string;
  readonly blocks: readonly HelpBlock[];
}

/** Help of a command, a group, a topic or the program as data, for the terminal, manual pages and documents. */
export interface HelpPage {
  /** Words of the command or group, or name of the topic; empty for the program as a whole. */
  readonly name: string;
  /** One line without a full stop. */
  readonly summary: string;
  readonly sections: readonly HelpSection[];
}

/** A section with a heading. */
export function section(heading: string, ...blocks: HelpBlock[]): HelpSection {
  return { heading, blocks };
}

/** A paragraph. */
export function text(paragraph: string): HelpBlock {
  return { kind: "text", text: paragraph };
}

/** A list of terms with their meanings. */
export function entries(list: readonly HelpEntry[]): HelpBlock {
  return { kind: "entries", entries: list };
}

/** Lines to type, each with its effect. */
export function examples(...list: readonly (readonly [line: string, does: string])[]): HelpBlock {
  return { kind: "examples", examples: list.map(([line, does]) => ({ line, does })) };
}

/** Lines that keep their form. */
export function lines(...list: readonly string[]): HelpBlock {
  return { kind: "lines", lines: list };
}

/** An example as it is typed. */
export function exampleLine({ before, line }: Example): string {
  return `${before === undefined ? "" : `${before} `}browserctl ${line}`;
}
