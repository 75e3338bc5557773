import { CliError } from "../../core/errors.ts";
import type { Io } from "../../core/io.ts";
import { Styled } from "../../core/styled.ts";
import { paletteOf } from "../../render/palette.ts";
import { loadOperation } from "../declare/operations.ts";
import type { CommandHead } from "../declare/spec.ts";
import { writeResult } from "../output/write-result.ts";
import { suggestion } from "../route/suggest.ts";
import { meantCommand } from "../route/unknown-words.ts";
import { withoutAlias } from "../route/verb-aliases.ts";
import { type Group, groupHelp, rootHelp, topicsHelp } from "./help-groups.ts";
import type { HelpPage } from "./help-page.ts";
import { helpWidth, pageText } from "./help-text.ts";
import { topics } from "./topics/index.ts";

/** Writes a page of help at the width of the terminal. */
export async function writePage(page: HelpPage, io: Io): Promise<void> {
  return writeHelp(pageText(page, helpWidth(io)), io);
}

/** Writes a help text; its headings stand out where stdout takes colour. */
export async function writeHelp(text: string, io: Io): Promise<void> {
  const { heading } = await paletteOf(io.colour("stdout"));
  const lines = text.split("\n").map((line) => (/^[A-Z][\w ]*:$/.test(line) ? heading(line) : line));
  return writeResult(Styled.join(lines, "\n"), io);
}

/** `help`, `help browsers curl`, `help exit-codes`. Exit 2 for unknown words. */
export async function helpCommand(
  words: readonly string[],
  heads: readonly CommandHead[],
  groups: readonly Group[],
): Promise<HelpPage> {
  const name = words.filter((word) => !word.startsWith("-")).join(" ");
  if (name === "") return rootHelp(heads, groups);
  if (name === "topics") return topicsHelp();
  const isGroup = heads.some((each) => each.words.startsWith(`${name} `));
  const topic = topics.find((each) => each.name === name);
  if (topic) {
    const page = await topic.load();
    // The page of a topic with the name of a group also lists the group's commands.
    return isGroup ? { ...page, sections: [...page.sections, ...groupHelp(name, heads, groups).sections] } : page;
  }
  const names = heads.map((each) => each.words);
  const meant = names.includes(name) ? name : withoutAlias(name, names);
  const head = heads.find((each) => each.words === meant || each.aliases?.includes(name));
  if (head) return commandHelp(head, heads, groups);
  if (isGroup) return groupHelp(name, heads, groups);
  throw unknownHelp(name, names, groups);
}

/** Error for words that are neither a command nor a topic. */
function unknownHelp(name: string, names: readonly string[], groups: readonly Group[]): CliError {
  const words = name.split(" ");
  const above = groupWords(groups).filter((group) => name.startsWith(`${group} `));
  const group = above.sort((a, b) => b.length - a.length)[0] ?? "";
  const rest = words.slice(group === "" ? 0 : group.split(" ").length);
  const topic =
    words.length > 1 ? undefined : suggestion(name, [...topics.map((each) => each.name), ...groupWords(groups)]);
  const meant = topic ?? meantCommand(group, rest, names);
  const message = `there is no help on "${name}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`;
  return new CliError("usage", message, { hint: "browserctl help" });
}

function groupWords(groups: readonly Group[]): string[] {
  return groups.map((group) => group.words);
}

/** The help of one command. */
export async function commandHelp(
  head: CommandHead,
  heads: readonly CommandHead[],
  groups: readonly Group[],
): Promise<HelpPage> {
  const [{ helpOf }, { relatedTo }, spec] = await Promise.all([
    import("./help.ts"),
    import("./help-related.ts"),
    head.load(),
  ]);
  const operation = spec.operation && (await loadOperation(spec.operation));
  return helpOf(spec, operation, relatedTo(spec, heads, groups));
}
