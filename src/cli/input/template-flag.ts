import type { Lifetime } from "../../core/abort.ts";
import { interruptible } from "../../core/interruptible.ts";
import type { Io } from "../../core/io.ts";
import { compileTemplate, type Template, typedTemplate } from "../../render/template.ts";
import { readSource, sourceOf } from "./source.ts";

/** Reads and checks a template: typed with escapes, or unchanged from a file, a variable or stdin. Exit 2. */
export async function readTemplate(word: string, io: Io, lifetime: Lifetime): Promise<Template> {
  const text = await readSource(word, "--template", io, lifetime.signal);
  const source = sourceOf(word).from === "literal" ? typedTemplate(text) : text;
  return compileTemplate(source, interruptible("--template", lifetime));
}
