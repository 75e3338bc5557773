import type { Io } from "../../core/io.ts";
import type { Template } from "../../render/template.ts";
import { writeResult } from "./write-result.ts";

/** Prints values through a template, and a note on fields that none of them has. */
export async function printTemplate(values: readonly unknown[], template: Template, io: Io): Promise<void> {
  const missing = template.missing(...values);
  if (missing.length > 0) io.note(`note: the result has no field ${missing.join(", ")}`);
  await writeResult(template.text(...values), io);
  if (values.every((value) => Array.isArray(value) && value.length === 0) && io.tty.stdout) io.note("none");
}
