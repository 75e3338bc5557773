import { StringDecoder } from "node:string_decoder";
import { CliError } from "../../core/errors.ts";
import type { Io } from "../../core/io.ts";
import { Styled } from "../../core/styled.ts";
import { type Column, valueAt } from "../../render/columns.ts";
import { jsonText } from "../../render/json.ts";
import { paletteOf } from "../../render/palette.ts";
import type { RenderOptions } from "../../render/render-options.ts";
import type { Template } from "../../render/template.ts";
import type { Globals } from "../declare/context.ts";
import type { CommandSpec, Output } from "../declare/spec.ts";
import { writeResult } from "./write-result.ts";

/** Defaults for printing a command's result. */
export type PrintHints = Pick<CommandSpec, "idField" | "variables">;

/** Writes a command's output in the requested form. Returns the exit code, or throws the output's failure. */
export async function printOutput(output: Output, io: Io, globals: Globals, hints: PrintHints = {}): Promise<number> {
  if (output.before !== undefined) await io.write(Styled.of(output.before));
  const formed = output.kind === "value" ? withDefaultFormat(globals, output.format) : globals;
  const exitNumber = await printKind(output, io, formed, hints).catch(async (error: unknown) => {
    await output.unprinted?.(error);
    throw error;
  });
  if (output.next) io.next(output.next);
  if (output.failure) throw output.failure;
  await output.until;
  return exitNumber;
}

async function printKind(output: Output, io: Io, globals: Globals, hints: PrintHints): Promise<number> {
  switch (output.kind) {
    case "exit":
      return output.exitNumber;
    case "text":
      // A printed request is not a result, so --query and --fields do not apply.
      if (globals.template !== undefined && !globals.print) throw noTemplate("text");
      if (isJson(globals) && globals.print) await io.write(`${jsonText(String(output.text))}\n`);
      else if (isJson(globals)) await printValues([String(output.text)], undefined, io, globals);
      else if (output.content && !io.tty.stdout) await io.write(output.text);
      else await writeResult(Styled.of(output.text), io);
      return 0;
    case "bytes":
      if (globals.template !== undefined) throw noTemplate(output.binary ? "a file" : "text");
      await printBytes(output, io);
      return 0;
    case "items":
      return printItems(output, io, globals);
    case "done":
      if (isPlain(globals)) {
        const sentences = [output.sentence].flat();
        if (io.tty.stdout) await io.write(Styled.lines(sentences.map(Styled.line)));
        else for (const each of sentences) io.note(each);
      } else await printValues([output.value], undefined, io, globals);
      return 0;
    case "value": {
      const { idField } = hints;
      const ids = io.quiet && isPlain(globals) && idField !== undefined ? idsOf(output.value, idField) : undefined;
      if (ids) await io.write(ids.map((id) => `${id}\n`).join(""));
      else await printValues([output.value], output.columns, io, globals, hints.variables);
      return output.exitNumber ?? 0;
    }
  }
}

/** The flags with the format of a result in place of text. */
function withDefaultFormat(globals: Globals, format: Globals["output"] | undefined): Globals {
  return format && globals.output === "text" ? { ...globals, output: format } : globals;
}

/** Prints items as they arrive; returns the exit code of the generator. */
async function printItems(
  { items, print }: Extract<Output, { kind: "items" }>,
  io: Io,
  globals: Globals,
): Promise<number> {
  io.noPager = true;
  try {
    for (;;) {
      const { done, value } = await items.next();
      if (done) return value ?? 0;
      const printed = print(value);
      if (!printed) continue;
      if ("values" in printed) {
        const { columns, format, values } = printed;
        await printValues(values, columns, io, withDefaultFormat(globals, format));
      } else if (printed.to === "stdout" && globals.template !== undefined) throw noTemplate("text");
      else await (printed.to === "stdout" ? io.write(printed.data) : io.writeError(printed.data));
    }
  } finally {
    await items.return(undefined);
  }
}

/** The ids of a record or a list; undefined where one is missing. */
function idsOf(value: unknown, field: string): string[] | undefined {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const ids = items.map((item) => valueAt(item, field));
  return ids.every((id): id is string => typeof id === "string" && /^[\w.-]+$/.test(id)) ? ids : undefined;
}

/** True when stdout has to be JSON. */
export function isJson({ output }: Globals): boolean {
  return output === "json" || output === "jsonl";
}

function isPlain(globals: Globals): boolean {
  return (
    globals.output === "text" &&
    globals.query === undefined &&
    globals.fields === undefined &&
    globals.template === undefined
  );
}

/** Error for a result that has no fields. */
export function noTemplate(what: string): CliError {
  return new CliError("usage", `--template: the result of this command is ${what}, which has no fields`);
}

async function printBytes(output: Extract<Output, { kind: "bytes" }>, io: Io): Promise<void> {
  if (output.binary && io.tty.stdout) {
    throw new CliError("usage", "the result is binary and stdout is a terminal", {
      hint: "add --out FILE, or pipe it",
    });
  }
  const chunks = output.bytes instanceof Uint8Array ? [output.bytes] : output.bytes;
  // Text for a terminal is escaped.
  const decoder = io.tty.stdout ? new StringDecoder("utf8") : undefined;
  for await (const chunk of chunks) await io.write(decoder ? decoder.write(Buffer.from(chunk)) : chunk);
  if (decoder) await io.write(decoder.end());
}

/** The parts of values that `--query` and `--fields` select. Notes fields that a value does not have. */
export async function chosenOf(
  values: readonly unknown[],
  io: Pick<Io, "note">,
  { query, fields }: Pick<Globals, "query" | "fields">,
): Promise<readonly unknown[]> {
  const chosen = query === undefined ? values : await query(values);
  if (fields === undefined) return chosen;
  const { missingFields, selectFields } = await import("../../render/select.ts");
  return chosen.map((value) => {
    const missing = missingFields(value, fields);
    if (missing.length > 0) io.note(`note: the result has no field ${missing.join(", ")}`);
    return selectFields(value, fields);
  });
}

async function printValues(
  values: readonly unknown[],
  columns: readonly Column[] | undefined,
  io: Io,
  globals: Globals,
  variables?: Readonly<Record<string, string>>,
): Promise<void> {
  const { shown, shownColumns } = await selected(values, columns, io, globals);
  if (globals.template !== undefined) return printTemplate(shown, globals.template, io);
  // The common case of scripts does not load the other forms.
  if (globals.output === "json" && !io.colour("stdout")) {
    for (const value of shown) await writeResult(Styled.lines([jsonText(value)]), io);
    return;
  }
  const { render } = await import("../../render/render.ts");
  const options = await renderOptions(shownColumns, io, globals, variables);
  for (const value of shown) {
    const text = await render(value, options);
    if (text.ansi !== "") await writeResult(text, io);
    await noteOmitted(value, options, io);
    if (Array.isArray(value) && value.length === 0 && globals.output === "text" && io.tty.stdout) io.note("none");
  }
}

/** Prints values through a template, and a note on fields that none of them has. */
async function printTemplate(values: readonly unknown[], template: Template, io: Io): Promise<void> {
  const missing = template.missing(...values);
  if (missing.length > 0) io.note(`note: the result has no field ${missing.join(", ")}`);
  await writeResult(await template.text(...values), io);
  if (values.every((value) => Array.isArray(value) && value.length === 0) && io.tty.stdout) io.note("none");
}

/** Prints a note about the fields that the output leaves out. */
async function noteOmitted(value: unknown, options: RenderOptions, io: Io): Promise<void> {
  if (options.format === "env") {
    const { ownFields } = await import("../../render/environment.ts");
    const left = ownFields(value, options.variables);
    if (left.length > 0)
      io.note(`note: left out, because variables of these names are settings: ${left.join(", ")}; -o json has them`);
  }
  const forPeople = options.format === "table" || (options.format === "text" && options.terminal);
  if (!forPeople || !options.omitsEmpty) return;
  const note = (await import("../../render/for-people.ts")).emptyNote(value, options);
  if (note !== undefined) io.note(note);
}

/** Values after `--query` and `--fields`, and their remaining columns. */
export async function selected<Values extends readonly unknown[]>(
  values: Values,
  columns: readonly Column[] | undefined,
  io: Io,
  globals: Globals,
): Promise<{ shown: { [At in keyof Values]: unknown }; shownColumns: readonly Column[] | undefined }> {
  const shown = (await chosenOf(values, io, globals)) as { [At in keyof Values]: unknown };
  // A query makes a value of its own.
  let shownColumns = globals.query === undefined ? columns : undefined;
  if (globals.fields !== undefined) {
    const forms = new Map(columns?.map((column) => [column.path, column]));
    shownColumns = globals.fields.map((path) => ({ ...forms.get(path), path }));
  }
  return { shown, shownColumns };
}

/** Form of a value on stdout. */
export async function renderOptions(
  columns: readonly Column[] | undefined,
  io: Io,
  globals: Globals,
  variables?: Readonly<Record<string, string>>,
): Promise<RenderOptions> {
  return {
    format: globals.output,
    columns,
    // Columns are declared for records of the API; requested fields are shown even when they are empty.
    omitsEmpty: columns !== undefined && globals.fields === undefined,
    // A query makes a value of its own.
    variables: globals.query === undefined ? variables : undefined,
    terminal: io.tty.stdout,
    width: io.width,
    palette: await paletteOf(io.colour("stdout")),
    now: io.now(),
  };
}
