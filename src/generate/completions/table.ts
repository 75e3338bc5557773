import { type CompletionFlag, type CompletionModel, type CompletionNode, forms, type Value } from "./model.ts";

/** The rows of a script; cells are separated by tabs, and a cell without content is `-`. */
export interface Table {
  /** Forms, `*` for a flag that may be repeated, value, summary. Equal flags of several commands are one row. */
  readonly flags: readonly string[];
  /** The first of `flags` are those of every command. */
  readonly general: number;
  /**
   * Command words behind `browserctl`, the words that may follow, numbers of its flags (from 1), `rest` for a command
   * line behind `--`, `*` for a last argument that may be repeated, summary, and name and value of each argument.
   */
  readonly nodes: readonly string[];
}

/** Comment of the line that `completion install` fills in. */
export const installedComment = `# Path of the program that has installed this script; without one, the first browserctl in an absolute directory of PATH
# is asked for records.`;

/** Command words of a node as they stand in the table. */
export const root = "browserctl";

/** Comment of a script above its table with summaries. */
export const tableComment = `# Rows of flags and of command words; cells are separated by tabs, and - stands for none. A flag: forms, * if it may be
# repeated, value, summary. Command words: the words that may follow, numbers of their flags, "rest" for a command line
# behind --, * if the last argument may be repeated, summary, and name and value of each argument.`;

/** Table of a model. For a shell that shows no summaries they are left out, so that more flags are equal. */
export function completionTable({ general, nodes }: CompletionModel, summaries: boolean): Table {
  const flags: string[] = [];
  const numberOf = (flag: CompletionFlag): number => {
    const row = cells(
      forms(flag).join(" "),
      flag.repeat ? "*" : "",
      valueCell(flag.value),
      summaries ? flag.summary : "",
    );
    const at = flags.indexOf(row);
    return at === -1 ? flags.push(row) : at + 1;
  };
  for (const flag of general) numberOf(flag);
  const summaryOf = new Map(
    nodes.flatMap(({ path, children }) => children.map(({ word, summary }) => [`${path} ${word}`.trim(), summary])),
  );
  const nodeRow = (node: CompletionNode): string =>
    cells(
      `${root} ${node.path}`.trim(),
      node.children.map(({ word }) => word).join(" "),
      node.flags.map(numberOf).join(" "),
      node.rest ? "rest" : "",
      node.args.at(-1)?.repeat ? "*" : "",
      summaries ? (summaryOf.get(node.path) ?? "") : "",
      ...node.args.flatMap(({ name, value }) => [name, valueCell(value)]),
    );
  return { general: flags.length, nodes: nodes.map(nodeRow), flags };
}

function valueCell(value: Value | undefined): string {
  if (value === undefined) return "";
  if (value.of === "words") return `words ${value.words.join(" ")}`;
  return value.of === "records" ? ["records", value.source, ...value.words].join(" ") : value.of;
}

function cells(...texts: readonly string[]): string {
  return texts.map((text) => (text === "" ? "-" : text)).join("\t");
}
