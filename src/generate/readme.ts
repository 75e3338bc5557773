import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { environment } from "../cli/environment.ts";
import { commandArgs } from "../cli/field-flags.ts";
import { argWord, restWords } from "../cli/help.ts";
import { groups } from "../commands/groups.ts";
import { commands } from "../commands/index.ts";
import { operations } from "../contract/index.ts";
import type { PlainOperation } from "../contract/plain.ts";
import { exitFacts } from "../core/exit-facts.ts";
import { benchTable, readBaseline } from "./bench-table.ts";
import { root } from "./paths.ts";

/** The parts of README.md that are written from the declarations, each between its markers, wherever they are. */
export const readmeParts = ["commands", "exit-codes", "environment", "bench"] as const;
export type ReadmePart = (typeof readmeParts)[number];

/** README.md with its generated parts as they are to be; what stands between the markers is replaced. */
export async function readmeText(): Promise<string> {
  return fillReadme(await readFile(join(root, "README.md"), "utf8"), await readmeTables());
}

/** The tables by the name of their part. */
export async function readmeTables(): Promise<Readonly<Record<ReadmePart, string>>> {
  return {
    commands: commandTable(),
    "exit-codes": table(
      ["code", "name", "when"],
      exitFacts.map(({ name, code, when }) => [String(code), name, when]),
    ),
    environment: table(
      ["variable", "meaning"],
      environment.map(([name, meaning]) => [names(name), meaning]),
    ),
    bench: benchTable(await readBaseline()),
  };
}

/** Puts each part between its markers `<!-- generated:part -->` and `<!-- /generated:part -->`. */
export function fillReadme(text: string, parts: Readonly<Record<ReadmePart, string>>): string {
  let filled = text;
  for (const part of readmeParts) {
    const [open, close] = [`<!-- generated:${part} -->`, `<!-- /generated:${part} -->`];
    const [from, to] = [filled.indexOf(open), filled.indexOf(close)];
    if (from === -1 || to < from) throw new Error(`README.md has no ${from === -1 ? open : close} where it belongs`);
    if (filled.indexOf(open, from + 1) !== -1) throw new Error(`README.md has ${open} twice`);
    filled = `${filled.slice(0, from + open.length)}\n\n${parts[part]}\n${filled.slice(to)}`;
  }
  return filled;
}

function commandTable(): string {
  const plain = JSON.parse(JSON.stringify(operations)) as readonly PlainOperation[];
  const top = groups.filter((group) => !group.words.includes(" "));
  const rows = commands.map((spec) => {
    const operation = plain.find((each) => each.id === spec.operation);
    const args = commandArgs(spec, operation).map(argWord);
    const rest = spec.rest ? [restWords(spec.rest)] : [];
    const line = `\`${["browserctl", spec.words, ...args, ...rest].join(" ")}\``;
    return { noun: spec.words.split(" ")[0], cells: [line, spec.summary ?? operation?.summary ?? ""] };
  });
  const single = rows.filter(({ noun }) => !top.some((group) => group.words === noun));
  const sections = [...top.map((group) => [group.summary, rows.filter(({ noun }) => noun === group.words)] as const)];
  if (single.length > 0) sections.push(["Everything else", single]);
  return sections
    .map(
      ([title, own]) =>
        `**${title}**\n\n${table(
          ["command", "what it does"],
          own.map(({ cells }) => cells),
        )}`,
    )
    .join("\n");
}

function names(list: string): string {
  return list
    .split(", ")
    .map((name) => `\`${name}\``)
    .join(", ");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |\n`;
  return line(head) + line(head.map(() => "---")) + rows.map(line).join("");
}

/** A cell of a Markdown table: a bar would end it, and an angle bracket outside code would begin HTML. */
function cell(text: string): string {
  const bars = text.replaceAll("|", "\\|");
  return bars.replace(/(`[^`]*`)|</g, (_, code: string | undefined) => code ?? "&lt;");
}
