import { estimatedTokens } from "../tokens.ts";

/** Characters of a line after which it may be cut. */
const MAX_LINE = 400;
const FENCE = /^\s*(`{3,})/;

/**
 * Splits Markdown into parts of at most `maxTokens` each, between its blocks where that is possible. A block of code that is
 * longer is closed and opened again; a longer table keeps its head.
 */
export function splitMarkdown(markdown: string, maxTokens: number): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  let left = maxTokens;
  const end = (): void => {
    if (part.length > 0) parts.push(part.join("\n\n"));
    part = [];
    left = maxTokens;
  };
  for (const block of blocksOf(markdown)) {
    const cost = estimatedTokens(block) + 1;
    if (cost > left) end();
    const pieces = cost > maxTokens ? splitBlock(block, maxTokens) : [block];
    for (const [at, piece] of pieces.entries()) {
      if (at > 0) end();
      part.push(piece);
      left -= estimatedTokens(piece) + 1;
    }
  }
  end();
  return parts.length > 0 ? parts : [""];
}

/** Blocks between empty lines; a block of code is one. */
function blocksOf(markdown: string): string[] {
  const blocks: string[] = [];
  let block: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split("\n")) {
    if (line.trim() === "" && fence === undefined) {
      if (block.length > 0) blocks.push(block.join("\n"));
      block = [];
      continue;
    }
    block.push(line);
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) fence = fence === undefined ? mark : mark === fence ? undefined : fence;
  }
  if (block.length > 0) blocks.push(block.join("\n"));
  return blocks;
}

function splitBlock(block: string, maxTokens: number): string[] {
  const lines = block.split("\n");
  const frame = frameOf(lines);
  const inner = lines.slice(frame.head.length, lines.length - frame.foot.length).flatMap((line) => cutLine(line));
  const spare = maxTokens - estimatedTokens([...frame.head, ...frame.foot].join("\n")) - 2;
  const pieces: string[] = [];
  let piece: string[] = [];
  let left = spare;
  for (const line of inner) {
    const cost = estimatedTokens(line) + 1;
    if (cost > left && piece.length > 0) {
      pieces.push([...frame.head, ...piece, ...frame.foot].join("\n"));
      piece = [];
      left = spare;
    }
    piece.push(line);
    left -= cost;
  }
  pieces.push([...frame.head, ...piece, ...frame.foot].join("\n"));
  return pieces;
}

/** Lines that each piece of a block needs: the fences of code, the head of a table. */
function frameOf(lines: readonly string[]): { readonly head: readonly string[]; readonly foot: readonly string[] } {
  const [first = "", second = ""] = lines;
  const mark = FENCE.exec(first)?.[1];
  if (mark !== undefined) return { head: [first.slice(0, MAX_LINE)], foot: [mark] };
  if (/^\|(?: ?:?-+:? ?\|)+$/.test(second) && first.length + second.length < MAX_LINE)
    return { head: [first, second], foot: [] };
  return { head: [], foot: [] };
}

/** A line in pieces that fit into a part, between words where there are any. */
function cutLine(line: string): string[] {
  if (line.length <= MAX_LINE) return [line];
  return line.match(new RegExp(`.{1,${MAX_LINE}}(?:\\s+|$)|.{1,${MAX_LINE}}`, "gu")) ?? [line];
}
