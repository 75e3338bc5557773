import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { groupHelp, rootHelp } from "../../cli/help/help-groups.ts";
import type { HelpPage, HelpSection } from "../../cli/help/help-page.ts";
import { topics } from "../../cli/help/topics/index.ts";
import { groups } from "../../commands/groups.ts";
import { commands } from "../all-commands.ts";
import { root } from "../paths.ts";
import { type ManPage, pageName, roffPage } from "./roff.ts";

/**
 * Manual pages by file name: `browserctl.1`, one for each group and command in section 1, one for each topic in section 7.
 *
 * @param date day of the pages
 */
export async function manPages(version: string, date: string): Promise<ReadonlyMap<string, string>> {
  // These modules read generated data, which exists only after the contract was generated.
  const [{ commandHelp }, { commandHeads }] = await Promise.all([
    import("../../cli/help/help-command.ts"),
    import("../../generated/commands.ts"),
  ]);
  const pages = new Map<string, string>();
  const add = (section: ManPage["section"], page: HelpPage): void => {
    const name = pageName(page.name);
    pages.set(`${name}.${section}`, roffPage(page, { name, section, date, version }));
  };
  const words = commandHeads.map((head) => head.words);
  const everyTopic = topics.map(({ name }) => name);
  const top = [...groups.map((group) => group.words), ...words].filter((each) => !each.includes(" "));
  add(1, withPages(rootHelp(commandHeads, groups), top, everyTopic));
  for (const group of groups) {
    const own = words.filter((each) => each.startsWith(`${group.words} `));
    add(1, withPages(groupHelp(group.words, commandHeads, groups), own, group.topics ?? []));
  }
  for (const page of await Promise.all(commandHeads.map((head) => commandHelp(head, commandHeads, groups))))
    add(1, page);
  for (const page of await Promise.all(topics.map((topic) => topic.load()))) add(7, withPages(page, [""], []));
  return pages;
}

/** File names of the manual pages. */
export function manPageNames(): string[] {
  // A command may begin the words of others, and is a group then too.
  const words = new Set(["", ...groups.map((group) => group.words), ...commands.map((command) => command.words)]);
  return [
    ...[...words].map((each) => `${pageName(each)}.1`),
    ...topics.map(({ name }) => `${pageName(name)}.7`),
  ].sort();
}

/** `package.json` with the list of manual pages; npm links those of a global installation and reads no directory. */
export async function packageText(): Promise<string> {
  const about = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Record<string, unknown>;
  return `${JSON.stringify({ ...about, man: manPageNames().map((name) => `./dist/man/${name}`) }, undefined, 2)}\n`;
}

/** A page with references in place of the lines that name further help. */
function withPages(page: HelpPage, commands: readonly string[], topics: readonly string[]): HelpPage {
  const seeAlso: HelpSection = { heading: "See also", blocks: [{ kind: "pages", commands, topics }] };
  return { ...page, sections: [...page.sections.filter(({ heading }) => heading !== "Help"), seeAlso] };
}

/** Writes the manual pages to a directory, dated `SOURCE_DATE_EPOCH` or today. */
export async function writeManPages(directory: string, version: string): Promise<void> {
  const epoch = process.env["SOURCE_DATE_EPOCH"];
  const date = (epoch ? new Date(Number(epoch) * 1000) : new Date()).toISOString().slice(0, 10);
  await mkdir(directory, { recursive: true });
  const pages = await manPages(version, date);
  await Promise.all([...pages].map(([name, text]) => writeFile(join(directory, name), text)));
}
