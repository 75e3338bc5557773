import { CliError } from "../core/errors.ts";
import type { Io } from "../core/io.ts";
import type { Column } from "../render/columns.ts";
import { jsonText } from "../render/json.ts";
import type { Globals } from "./context.ts";
import type { Output } from "./spec.ts";

/** Writes a command's output in the form that was asked for; gives the exit code. */
export async function printOutput(output: Output, io: Io, globals: Globals): Promise<number> {
  switch (output.kind) {
    case "exit":
      return output.exitNumber;
    case "text":
      if (isJson(globals)) await printValue(output.text, undefined, io, globals);
      else await io.write(output.text);
      return 0;
    case "bytes":
      await printBytes(output, io);
      return 0;
    case "done":
      if (isPlain(globals)) {
        if (io.tty.stdout) await io.write(`${(await import("../core/sanitize.ts")).sanitizeLine(output.sentence)}\n`);
        else io.note(output.sentence);
      } else await printValue(output.value, undefined, io, globals);
      return 0;
    case "value":
      await printValue(output.value, output.columns, io, globals);
      return 0;
  }
}

/** Whether stdout was promised to be JSON. */
export function isJson({ output }: Globals): boolean {
  return output === "json" || output === "jsonl";
}

function isPlain(globals: Globals): boolean {
  return globals.output === "text" && globals.query === undefined && globals.fields === undefined;
}

async function printBytes(output: Extract<Output, { kind: "bytes" }>, io: Io): Promise<void> {
  if (output.binary && io.tty.stdout) {
    throw new CliError("usage", "the result is binary and stdout is a terminal", {
      hint: "add --out FILE, or pipe it",
    });
  }
  if (output.bytes instanceof Uint8Array) return io.write(output.bytes);
  for await (const chunk of output.bytes) await io.write(chunk);
}

async function printValue(
  value: unknown,
  columns: readonly Column[] | undefined,
  io: Io,
  globals: Globals,
): Promise<void> {
  let shown = value;
  let shownColumns = columns;
  if (globals.query !== undefined) {
    const { compileQuery } = await import("../render/select.ts");
    shown = (await compileQuery(globals.query))(shown);
    shownColumns = undefined;
  }
  if (globals.fields !== undefined) {
    const { missingFields, selectFields } = await import("../render/select.ts");
    const missing = missingFields(shown, globals.fields);
    if (missing.length > 0) io.note(`note: the result has no field ${missing.join(", ")}`);
    const forms = new Map(columns?.map((column) => [column.path, column]));
    shownColumns = globals.fields.map((path) => ({ ...forms.get(path), path }));
    shown = selectFields(shown, globals.fields);
  }
  // The common case of scripts needs nothing that the other forms load.
  if (globals.output === "json") return io.write(`${jsonText(shown)}\n`);
  const { render } = await import("../render/render.ts");
  const text = await render(shown, {
    format: globals.output,
    columns: shownColumns,
    terminal: io.tty.stdout,
    width: io.width,
    style: await headingStyle(io),
    now: io.now(),
  });
  if (text !== "") await io.write(text);
  if (Array.isArray(shown) && shown.length === 0 && globals.output === "text" && io.tty.stdout) io.note("none");
}

/** What makes the heading of a table stand out on stdout, where it takes colour. */
export async function headingStyle(io: Io): Promise<(text: string) => string> {
  if (!io.colour("stdout")) return (text) => text;
  const { Chalk } = await import("chalk");
  return new Chalk({ level: 1 }).bold;
}
