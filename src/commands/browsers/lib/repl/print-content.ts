import type { Needs } from "../../../../cli/declare/body.ts";
import type { Io } from "../../../../core/io.ts";
import { Styled, type Text } from "../../../../core/styled.ts";
import type { ReplEvaluateResult } from "../../../../generated/types.ts";
import { humanBytes } from "../../../../render/sentence.ts";

/** Prints the output of code in its order: stderr to stderr, all else to stdout, pictures as a line about them. */
export async function printContent(
  { io, log }: Needs<"log"> & { readonly io: Io },
  { content = [], content_truncated: truncated = false }: ReplEvaluateResult,
): Promise<void> {
  // repl.write adds no newline; what follows begins a line of its own.
  let isInLine = false;
  const endLine = async (): Promise<void> => {
    if (isInLine) await io.write("\n");
    isInLine = false;
  };
  for (const item of content) {
    if (item.type === "text" && item.channel === "write") {
      await io.write(io.colour("stdout") ? coloured(item.text) : item.text);
      isInLine = !item.text.endsWith("\n");
      continue;
    }
    await endLine();
    if (item.type === "image") await log(`[${item.mime_type}, ${humanBytes(sizeOf(item.data_b64))}]\n`);
    else if (item.channel === "stderr") await log(asLine(item.text));
    else await io.write(asLine(item.text));
  }
  await endLine();
  if (truncated) await log("… output was left out\n");
}

function coloured(text: string): Text {
  return Styled.join(
    text.split("\n").map((line) => Styled.keepingColour(line)),
    "\n",
  );
}

function asLine(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

function sizeOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4) - (base64.match(/=+$/)?.[0].length ?? 0);
}
