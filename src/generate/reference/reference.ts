import type { CommandHead } from "../../cli/declare/spec.ts";
import type { Group } from "../../cli/help/help-groups.ts";
import type { HelpPage } from "../../cli/help/help-page.ts";
import { topics } from "../../cli/help/topics/index.ts";
import { groups } from "../../commands/groups.ts";
import { code, markdownPage, type PageLinks, prose, table } from "./markdown.ts";

/** Sections of help that the document contains once for all commands, or replaces by its table of contents. */
const omitted = new Set(["General flags", "Help", "Also called"]);

const introduction = `# Reference

Every command, flag, exit code, error code and variable. This page is generated from the declarations by \`npm run generate\`; the
same texts are \`browserctl <command> --help\`, \`browserctl help <topic>\` and the manual pages.`;

/** `docs/reference.md`: all commands by noun, then the topics of help. */
export async function referenceText(): Promise<string> {
  // These modules read generated data, which exists only after the contract was generated.
  const [{ commandHelp }, { commandHeads }] = await Promise.all([
    import("../../cli/help/help-command.ts"),
    import("../../generated/commands.ts"),
  ]);
  const links = pageLinks(commandHeads);
  const nouns = topGroups();
  const single = singleCommands(commandHeads);
  const command = async (head: CommandHead): Promise<string> => {
    const page = withAliases(await commandHelp(head, commandHeads, groups));
    // A command that is also a noun, such as completion, is below the heading of the noun.
    const isNoun = nouns.some(({ words }) => words === head.words);
    return isNoun ? markdownPage(shortened(page), links) : entry(3, head.words, page, links);
  };
  const sections = nouns.map(async ({ words }) => {
    const own = await Promise.all(commandsOf(words, commandHeads).map(command));
    return [`## ${words}`, groupText(words, commandHeads), ...own].join("\n\n");
  });
  const pages = topics.map(async (topic) => entry(2, topicHeading(topic.name), await topic.load(), links));
  return `${[
    introduction,
    contents(commandHeads),
    ...(await Promise.all(sections)),
    `## ${otherHeading}`,
    ...(await Promise.all(single.map(command))),
    ...(await Promise.all(pages)),
  ].join("\n\n")}\n`;
}

const otherHeading = "Other commands";

function topicHeading(name: string): string {
  return `help ${name}`;
}

/** Anchor that GitHub gives to a heading. */
export function anchor(heading: string): string {
  return `#${heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, "")
    .replaceAll(" ", "-")}`;
}

/** Commands of a noun; one that is the noun itself comes first, below its heading. */
function commandsOf(noun: string, heads: readonly CommandHead[]): CommandHead[] {
  return [...heads.filter(({ words }) => words === noun), ...heads.filter(({ words }) => words.startsWith(`${noun} `))];
}

/** Nouns of one word. */
export function topGroups(): Group[] {
  return groups.filter(({ words }) => !words.includes(" "));
}

/** Commands of one word that are not nouns. */
export function singleCommands<T extends { readonly words: string }>(all: readonly T[]): T[] {
  return all.filter(({ words }) => !words.includes(" ") && !groups.some((group) => group.words === words));
}

function pageLinks(heads: readonly CommandHead[]): PageLinks {
  const commands = new Set([...heads.map(({ words }) => words), ...topGroups().map(({ words }) => words)]);
  const names = new Set(topics.map(({ name }) => name));
  return {
    command: (words) => (commands.has(words) ? anchor(words) : undefined),
    topic: (name) => (names.has(name) ? anchor(topicHeading(name)) : undefined),
  };
}

/** Table of contents: each noun with links to its commands, then the topics. */
function contents(heads: readonly CommandHead[]): string {
  const verbs = (noun: string): string =>
    commandsOf(noun, heads)
      .map(({ words }) => linked(words === noun ? words : words.slice(noun.length + 1), words))
      .join(" ");
  const nouns = topGroups();
  const single = singleCommands(heads);
  return [
    table(
      ["Noun", "Commands"],
      [
        ...nouns.map(({ words }) => [linked(words, words), verbs(words)]),
        [`[${otherHeading}](${anchor(otherHeading)})`, single.map(({ words }) => linked(words, words)).join(" ")],
      ],
    ),
    table(
      ["Topic", "Content"],
      topics.map(({ name, summary }) => [linked(name, topicHeading(name)), prose(summary)]),
    ),
  ].join("\n\n");
}

/** Summary of a noun and the table of its commands. */
function groupText(words: string, heads: readonly CommandHead[]): string {
  const summary = groups.find((group) => group.words === words)?.summary ?? "";
  const rows = commandsOf(words, heads).map((head) => [linked(head.words, head.words), prose(head.summary)]);
  return [`${prose(summary)}.`, table(["Command", "Effect"], rows)].join("\n\n");
}

/** A title as code that leads to a heading of the page. */
function linked(title: string, heading: string): string {
  return `[${code(title)}](${anchor(heading)})`;
}

function entry(level: number, heading: string, page: HelpPage, links: PageLinks): string {
  return `${"#".repeat(level)} ${heading}\n\n${markdownPage(shortened(page), links)}`;
}

function shortened(page: HelpPage): HelpPage {
  return { ...page, sections: page.sections.filter(({ heading }) => !omitted.has(heading ?? "")) };
}

/** A page whose usage also has the other names of the command. */
function withAliases(page: HelpPage): HelpPage {
  const aliases = page.sections.find(({ heading }) => heading === "Also called")?.blocks ?? [];
  const names = aliases.flatMap((block) => (block.kind === "lines" ? block.lines : []));
  if (names.length === 0) return page;
  const blocks = [{ kind: "text", text: `Also called ${names.join(", ")}.` } as const];
  return { ...page, sections: [...page.sections, { blocks }] };
}
