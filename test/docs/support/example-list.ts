import type { CommandSpec } from "../../../src/cli/declare/spec.ts";
import { exampleLine } from "../../../src/cli/help/help-page.ts";
import { topics } from "../../../src/cli/help/topics/index.ts";
import { route } from "../../../src/cli/route/route.ts";
import { commands } from "../../../src/generate/all-commands.ts";
import { commandHeads } from "../../../src/generated/commands.ts";

/** Example of a command, or of a topic of help. */
export interface ListedExample {
  /** Page of help: words of the command, or `help TOPIC`. */
  readonly page: string;
  /** Line to type. */
  readonly text: string;
  /** The same without `browserctl` and what is in front of it: its name in the tables of these tests. */
  readonly line: string;
  readonly does: string;
  /** Command whose example it is. */
  readonly spec: CommandSpec;
  /** True for the first example of a command. */
  readonly isFirst: boolean;
}

/** Lines of a topic of help that are one script. */
export interface ListedScript {
  /** Topic, heading and number of the block below it: `help scripting: Ids 1`. */
  readonly name: string;
  readonly text: string;
}

/** Every example of help once: one that a topic repeats is that of its command. */
export async function listExamples(): Promise<readonly ListedExample[]> {
  const ofCommands = commands.flatMap((spec) =>
    spec.examples.map((each, at) => ({
      ...{ page: spec.words, text: exampleLine(each), line: each.line, does: each.does },
      ...{ spec, isFirst: at === 0 },
    })),
  );
  const known = new Set(ofCommands.map(({ text }) => text));
  const ofTopics = (await topicBlocks()).flatMap(({ block, page }) =>
    block.kind === "examples" ? block.examples.map((each) => ({ page, ...each, text: exampleLine(each) })) : [],
  );
  const others = ofTopics
    .filter(({ text }) => !known.has(text))
    .map((each) => ({ ...each, spec: specOf(each.line), isFirst: false }));
  return [...ofCommands, ...others];
}

/** Scripts in the topics of help. */
export async function listScripts(): Promise<readonly ListedScript[]> {
  const counts = new Map<string, number>();
  return (await topicBlocks()).flatMap(({ block, heading, page }) => {
    if (block.kind !== "lines") return [];
    const place = `${page}: ${heading}`;
    const count = (counts.get(place) ?? 0) + 1;
    counts.set(place, count);
    return [{ name: `${place} ${count}`, text: block.lines.join("\n") }];
  });
}

async function topicBlocks() {
  const pages = await Promise.all(topics.map((topic) => topic.load()));
  return pages.flatMap(({ name, sections }) =>
    sections.flatMap(({ blocks, heading }) => blocks.map((block) => ({ block, heading, page: `help ${name}` }))),
  );
}

/** The command that a line calls. */
function specOf(line: string): CommandSpec {
  const found = route(line.split(" "), commandHeads);
  const spec = found.to === "command" && commands.find(({ words }) => words === found.head.words);
  if (!spec) throw new Error(`no command in ${line}`);
  return spec;
}
