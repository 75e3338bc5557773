import { sanitizeLine } from "../../core/sanitize.ts";
import { posixWord } from "../../core/shell-quotes.ts";
import { table } from "../../core/table.ts";
import type { Column } from "../../render/columns.ts";
import { jsonText } from "../../render/json.ts";
import { MARK_CELLS, resultLines, textLines } from "../../render/result-lines.ts";
import { clockText } from "../../render/sentence.ts";
import type { WatchModel } from "../../tui/watch/model.ts";
import type { CommandContext } from "../declare/context.ts";
import type { Output } from "../declare/spec.ts";
import { noTemplate, printOutput, renderOptions, selected } from "../output/print.ts";
import { type RepeatableOutput, type Round, watchRounds } from "./watch-rounds.ts";

/**
 * Repeats a reading command. A terminal shows the latest result full-screen; elsewhere each result is printed when it
 * differs from the previous one. Returns the exit code when the user closes the screen.
 */
export async function watch(
  run: () => Promise<Output>,
  context: CommandContext,
  words: readonly string[],
): Promise<number> {
  const { io, lifetime, globals, spec } = context;
  const left = new AbortController();
  const signal = AbortSignal.any([lifetime.signal, left.signal]);
  const rounds = watchRounds(run, globals.watchMs ?? 0, () => io.now(), signal);
  const line = sanitizeLine(["browserctl", spec.words, ...withoutWatch(words).map(posixWord)].join(" "));
  io.noPager = true;
  try {
    if (!(io.live && io.tty.stdout)) return await inBlocks(rounds, context, line);
    const { value: first } = await rounds.next();
    if (!io.hasScreenReader) return await onScreen(first, rounds, context, line);
    const { readKeys } = await import("../../tui/watch/screen-reader.ts");
    const view = readKeys(io, lifetime.signal);
    return await Promise.race([view.closed, inBlocks(withFirst(first, rounds), context, line).finally(view.end)]);
  } finally {
    io.noteTaker = undefined;
    left.abort();
  }
}

/** Words of the line without the flag. */
function withoutWatch(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => !/^--watch(=|$)/.test(word) && words[at - 1] !== "--watch");
}

async function* withFirst(first: Round, rest: AsyncGenerator<Round, never>): AsyncGenerator<Round, never> {
  yield first;
  return yield* rest;
}

/** Prints each result that differs from the previous one. Ends only by an error or a signal. */
async function inBlocks(rounds: AsyncGenerator<Round, never>, context: CommandContext, line: string): Promise<never> {
  const { io, globals } = context;
  const seen = new Set<string>();
  let before: string | undefined;
  let failure: string | undefined;
  for (;;) {
    io.noteTaker = undefined;
    const { value: round } = await notesOnce(context, seen, () => rounds.next());
    if ("error" in round) {
      if (failure !== round.error.message) io.note(failureText(round));
      failure = round.error.message;
      continue;
    }
    if (failure !== undefined) io.note("note: the service answers again");
    failure = undefined;
    const content = await contentOf(round.output, context);
    if (content === before) continue;
    if (before !== undefined) await io.write(separators.get(globals.output) ?? "\n");
    if (io.tty.stdout) io.note(`-- ${line} at ${clockText(io.now())} --`);
    before = content;
    await notesOnce(context, seen, () => printRound(round.output, context));
  }
}

/** Prints a result; a program that reads JSON gets each on one line. */
async function printRound(output: RepeatableOutput, { io, globals, spec }: CommandContext): Promise<void> {
  if (globals.output === "json" && globals.template === undefined && output.kind === "value" && !io.tty.stdout) {
    const { shown } = await selected([output.value] as const, output.columns, io, globals);
    return io.write(`${jsonText(shown[0], 0)}\n`);
  }
  await printOutput(output, io, globals, spec);
}

/** Text between two results. */
const separators = table<string>({ json: "", jsonl: "", yaml: "---\n" });

/** Runs a part of a round; each notice is printed once. */
async function notesOnce<T>({ io }: CommandContext, seen: Set<string>, work: () => Promise<T>): Promise<T> {
  const notes: string[] = [];
  io.noteTaker = (text) => notes.push(text);
  try {
    return await work();
  } finally {
    io.noteTaker = undefined;
    for (const text of notes) if (!seen.has(text)) io.note(text);
    for (const text of notes) seen.add(text);
  }
}

/** Text for comparing results: equal results have equal texts. */
async function contentOf(output: RepeatableOutput, { io, globals }: CommandContext): Promise<string> {
  if (output.kind === "text") return String(output.text);
  const { shown } = await selected([output.value] as const, output.columns, io, globals);
  return globals.template === undefined ? jsonText(shown[0]) : (await globals.template.text(shown[0])).ansi;
}

function failureText({ error, againInMs }: Extract<Round, { error: unknown }>): string {
  return `note: ${error.message}; trying again in ${againInMs / 1000} s`;
}

/** Draws the results until the person leaves. */
async function onScreen(
  first: Round,
  rounds: AsyncGenerator<Round, never>,
  context: CommandContext,
  line: string,
): Promise<number> {
  const { io, globals, lifetime } = context;
  const { watchOnScreen } = await import("../../tui/watch/screen.tsx");
  const view = watchOnScreen(io, lifetime.signal, `Every ${(globals.watchMs ?? 0) / 1000}s: ${line}`);
  const drawn = drawRounds(first, rounds, view.model, context);
  drawn.catch(() => view.close("failed"));
  if ((await view.closed) === "failed") await drawn;
  return 0;
}

async function drawRounds(
  first: Round,
  rounds: AsyncGenerator<Round, never>,
  model: WatchModel,
  { io, globals }: CommandContext,
): Promise<never> {
  const linesOf = async (value: unknown, columns: readonly Column[] | undefined, width: number) => {
    if (globals.template !== undefined) return textLines(await globals.template.text(value));
    const options = await renderOptions(columns, io, globals);
    return resultLines(value, { ...options, width: Math.max(1, width - MARK_CELLS) });
  };
  let notes: string[] = [];
  io.noteTaker = (text) => notes.push(sanitizeLine(text));
  for (let round = first; ; ) {
    if ("error" in round) {
      model.fail(`error: ${sanitizeLine(round.error.message)}; next try at ${clockText(io.now() + round.againInMs)}`);
    } else if (round.output.kind === "text") {
      if (globals.template !== undefined) throw noTemplate("text");
      const { text } = round.output;
      await model.show(async () => textLines(text), String(text), notes);
    } else {
      const { value, columns } = round.output;
      const { shown, shownColumns } = await selected([value] as const, columns, io, globals);
      await model.show((width) => linesOf(shown[0], shownColumns, width), jsonText(shown[0]), notes);
    }
    notes = [];
    ({ value: round } = await rounds.next());
  }
}
