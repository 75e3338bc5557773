import type { Io } from "../core/io.ts";
import { type Group, groupHelp, rootHelp } from "./help-groups.ts";
import type { HelpPage } from "./help-page.ts";
import { helpWidth, pageText } from "./help-text.ts";
import { loadOperation } from "./operations.ts";
import type { CommandHead } from "./spec.ts";
import { topics } from "./topics/index.ts";
import { withoutAlias } from "./verb-aliases.ts";

/** Writes a page of help at the width of the terminal. */
export async function writePage(page: HelpPage, io: Io): Promise<void> {
  return writeHelp(pageText(page, helpWidth(io)), io);
}

/** Writes a help text; its headings stand out where stdout takes colour. */
export async function writeHelp(text: string, io: Io): Promise<void> {
  if (!io.colour("stdout")) return io.write(text);
  const { Chalk } = await import("chalk");
  const { bold } = new Chalk({ level: 1 });
  return io.write(text.replace(/^[A-Z][\w ]*:$/gm, (heading) => bold(heading)));
}

/** `help`, `help browsers curl`, `help exit-codes`. Exit 2 for words that name nothing. */
export async function helpCommand(
  words: readonly string[],
  heads: readonly CommandHead[],
  groups: readonly Group[],
): Promise<HelpPage> {
  const name = words.filter((word) => !word.startsWith("-")).join(" ");
  if (name === "") return rootHelp(heads, groups);
  const isGroup = heads.some((each) => each.words.startsWith(`${name} `));
  const topic = topics.find((each) => each.name === name);
  if (topic) {
    const page = await topic.load();
    // A topic with the name of a group comes with its commands.
    return isGroup ? { ...page, sections: [...page.sections, ...groupHelp(name, heads, groups).sections] } : page;
  }
  const names = heads.map((each) => each.words);
  const meant = names.includes(name) ? name : withoutAlias(name, names);
  const head = heads.find((each) => each.words === meant || each.aliases?.includes(name));
  if (head) return commandHelp(head, heads, groups);
  if (isGroup) return groupHelp(name, heads, groups);
  const { unknownHelp } = await import("./unknown-words.ts");
  throw unknownHelp(name, heads, groups);
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
