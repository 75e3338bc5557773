import type { Io } from "../core/io.ts";
import { compileTemplate, type Template } from "../render/template.ts";
import { writeResult } from "./write-result.ts";

const compiled = new Map<string, Template>();

/** Prints a value through a template, and a note on fields that it does not have. */
export async function printTemplate(value: unknown, source: string, io: Io): Promise<void> {
  const template = compiled.get(source) ?? compileTemplate(source);
  compiled.set(source, template);
  const missing = template.missing(value);
  if (missing.length > 0) io.note(`note: the result has no field ${missing.join(", ")}`);
  await writeResult(template.text(value, io.tty.stdout), io);
  if (Array.isArray(value) && value.length === 0 && io.tty.stdout) io.note("none");
}
