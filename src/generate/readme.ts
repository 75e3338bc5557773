import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { operations } from "../contract/index.ts";
import type { OperationSpec } from "../contract/operation.ts";
import { commands } from "./all-commands.ts";
import { benchTable, readBaseline } from "./bench-table.ts";
import { root } from "./paths.ts";
import { code, prose, table } from "./reference/markdown.ts";
import { anchor, singleCommands, topGroups } from "./reference/reference.ts";

/** The parts of README.md that are written from the declarations and the last benchmark, each between its markers. */
export const readmeParts = ["commands", "operations", "bench"] as const;
export type ReadmePart = (typeof readmeParts)[number];

/** README.md with newly generated parts between the markers. */
export async function readmeText(): Promise<string> {
  return fillReadme(await readFile(join(root, "README.md"), "utf8"), await readmeTables());
}

/** The tables by the name of their part. */
export async function readmeTables(): Promise<Readonly<Record<ReadmePart, string>>> {
  return {
    commands: nounTable(),
    operations: operationTable(operations),
    bench: benchTable(await readBaseline()).trimEnd(),
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
    filled = `${filled.slice(0, from + open.length)}\n\n${parts[part]}\n\n${filled.slice(to)}`;
  }
  return filled;
}

/** The nouns with their meanings, and the commands of one word; each leads to the reference. */
function nounTable(): string {
  const linked = (words: string): string => `[${code(words)}](docs/reference.md${anchor(words)})`;
  return table(
    ["Noun", "Commands about"],
    [
      ...topGroups().map(({ words, summary }) => [linked(words), prose(summary)]),
      [
        singleCommands(commands)
          .map(({ words }) => linked(words))
          .join(" "),
        "Everything else",
      ],
    ],
  );
}

/** The areas of the API with the number of their operations, and what the local service has of each. */
export function operationTable(specs: readonly OperationSpec[]): string {
  const ofApi = specs.filter(({ localOnly }) => !localOnly);
  const rows = [...Map.groupBy(ofApi, ({ area }) => area)].map(([area, all]) => {
    const unserved = all.filter(({ local }) => local?.unserved !== undefined);
    return [code(area), String(all.length), servedText(all.length, unserved)];
  });
  return table(["Area", "Operations", "Local service"], rows);
}

function servedText(count: number, unserved: readonly OperationSpec[]): string {
  if (unserved.length === 0) return "all";
  const byReason = Map.groupBy(unserved, ({ local }) => local?.unserved ?? "");
  const texts = [...byReason].map(([reason, all]) => {
    return `${all.length === count ? "" : `not ${all.map(({ id }) => code(id)).join(", ")}: `}${prose(reason)}`;
  });
  return `${unserved.length === count ? "none: " : ""}${texts.join("; ")}`;
}
