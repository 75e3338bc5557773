import type { Io } from "../core/io.ts";
import { compileTemplate, typedTemplate } from "../render/template.ts";
import { readSource, sourceOf } from "./source.ts";

/** Text of a template: typed with escapes, or from a file, a variable or stdin as it is there. Checks it; exit 2. */
export async function readTemplate(word: string, io: Io, signal: AbortSignal): Promise<string> {
  const text = await readSource(word, "--template", io, signal);
  const template = sourceOf(word).from === "literal" ? typedTemplate(text) : text;
  compileTemplate(template);
  return template;
}
