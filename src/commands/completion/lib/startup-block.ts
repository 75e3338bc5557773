/** Name in the markers around the lines in the startup file of a shell. */
const name = "browserctl completion";

/** Other change made together with the block, recorded in its first line so that it can be undone. */
type Origin = "" | " (file created)" | " (line break added)";

const pattern = new RegExp(
  `# >>> ${name}( \\(file created\\)| \\(line break added\\)|) >>>\\n[\\s\\S]*?# <<< ${name} <<<\\n?`,
);

export interface Startup {
  /** Content of the file, undefined for none. */
  readonly text: string | undefined;
  readonly lines: readonly string[];
  /** At the beginning of the file; at its end otherwise. */
  readonly first: boolean;
}

/** Content of a startup file with the block: in its existing position, or else at the beginning or end. */
export function withBlock({ text, lines, first }: Startup): string {
  const block = (origin: string): string => `# >>> ${name}${origin} >>>\n${lines.join("\n")}\n# <<< ${name} <<<\n`;
  if (text === undefined) return block(" (file created)");
  const found = pattern.exec(text);
  if (found) return text.replace(pattern, () => block(found[1] ?? ""));
  if (first) return block("") + text;
  const breaks: Origin = text === "" || text.endsWith("\n") ? "" : " (line break added)";
  return `${text}${breaks && "\n"}${block(breaks)}`;
}

/** The block in the content of a startup file; undefined without one. */
export function blockOf(text: string): string | undefined {
  return pattern.exec(text)?.[0];
}

/** Content of a startup file before the block was added; undefined if the file did not exist. */
export function withoutBlock(text: string): string | undefined {
  const found = pattern.exec(text);
  if (!found) return text;
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  const [, origin] = found;
  const rest = origin === " (line break added)" && after === "" ? before.replace(/\n$/, "") : before;
  return origin === " (file created)" && rest + after === "" ? undefined : rest + after;
}
