import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { CliError } from "../../core/errors.ts";
import type { ReplEvaluateResult } from "../../generated/types.ts";
import { printContent } from "./lib/repl/print-content.ts";
import { type ReplCode, statements, typedPlaces, writingValue } from "./lib/repl/repl-code.ts";
import type { browsersRepl } from "./repl.ts";

type Repl = BodyOf<typeof browsersRepl>;

/** Evaluates one code, the statements of a pipe, or what is typed at a terminal. */
export const run: Run<typeof browsersRepl> = async (body) => {
  const { exit, io, previewing, record, request, wantsValue } = body;
  const { reset = false } = request.body;
  const { text, isPiped } = await givenCode(body);
  if (text === undefined && io.interactive && !wantsValue && !previewing) return exit(await atTerminal(body));
  if (text === undefined && !reset && !previewing) {
    throw new CliError("usage", "missing argument <code>; code may also come from a pipe");
  }
  if (text === undefined || wantsValue) {
    const answer = succeeded(await evaluate(body, plain(text ?? ""), { reset }));
    return wantsValue ? record(answer) : body.done("Started a new REPL.", { repl_id: answer.repl_id });
  }
  const parts = isPiped ? statements(text) : [{ line: undefined, code: text }];
  let isFirst = true;
  for (const { line, code } of parts) {
    const written = writingValue(code, { terminal: false, colours: false });
    const answer = await evaluate(body, written, { reset: reset && isFirst });
    isFirst = false;
    await printContent(body, answer);
    succeeded(answer, written, line);
  }
  return exit(0);
};

/** Code of the argument or a pipe; undefined for none. */
async function givenCode({ args, io, read, request }: Repl): Promise<{ text: string | undefined; isPiped: boolean }> {
  if (args.code !== undefined) return { text: request.body.code, isPiped: args.code === "-" };
  if (!io.stdinOffered) return { text: undefined, isPiped: false };
  const text = await read("-", "<code>");
  return { text: text.trim() === "" ? undefined : text, isPiped: true };
}

function plain(code: string): ReplCode {
  return { code, added: { line: 1, column: 1, length: 0 } };
}

interface EvaluateOptions {
  readonly reset: boolean;
  readonly signal?: AbortSignal;
}

async function evaluate(
  { call, request }: Pick<Repl, "call" | "request">,
  { code }: ReplCode,
  { reset, signal }: EvaluateOptions,
): Promise<ReplEvaluateResult> {
  const { reset: _, ...rest } = request.body;
  const body = { ...rest, code, ...(reset && { reset }) };
  return await call("repl.evaluate", { params: request.params, body }, signal && { signal });
}

/** The answer of code that succeeded. Throws exit 8 with the error of the code, and its line in a pipe. */
function succeeded(answer: ReplEvaluateResult, code: ReplCode = plain(""), line?: number): ReplEvaluateResult {
  if (answer.success) return answer;
  const text = errorText(answer, code);
  throw new CliError("outcome-failed", line === undefined ? text : `line ${line}: ${text}`, {
    code: "script_failed",
    extra: { ...answer },
  });
}

function errorText({ error = "the code failed", stack }: ReplEvaluateResult, code: ReplCode): string {
  return typedPlaces(stack ?? error, code);
}

/** Evaluates what is typed until Ctrl-D. A failure of the code does not end it. */
async function atTerminal(body: Repl): Promise<number> {
  const { colour, io, lifetime, log, note, request } = body;
  const { LineEditor } = await import("./lib/repl/line-editor.ts");
  const editor = new LineEditor(io);
  note("gotoUrl, click, js, page and more: repl.help() lists them. Ctrl-D ends it.");
  const undo = body.defer(() => editor.close());
  const onEnd = (): void => editor.close();
  lifetime.signal.addEventListener("abort", onEnd, { once: true });
  let { reset = false } = request.body;
  let replId: string | undefined;
  try {
    for (let typed = await editor.read(); typed !== undefined; typed = await editor.read()) {
      const written = writingValue(typed, { terminal: true, colours: colour("stdout") });
      const answer = await interruptible(body, editor, written, reset);
      reset = false;
      if (answer === undefined) {
        note("interrupted");
        continue;
      }
      if (replId !== undefined && replId !== answer.repl_id) note("the REPL has started again, without the variables");
      replId = answer.repl_terminated === true ? undefined : answer.repl_id;
      await printContent(body, answer);
      if (!answer.success) await log(`Uncaught ${errorText(answer, written)}\n`);
    }
    lifetime.signal.throwIfAborted();
    return 0;
  } finally {
    lifetime.signal.removeEventListener("abort", onEnd);
    editor.close();
    undo();
  }
}

/** Evaluates code; undefined after Ctrl-C. */
async function interruptible(
  body: Repl,
  editor: { interrupt: (() => void) | undefined },
  code: ReplCode,
  reset: boolean,
): Promise<ReplEvaluateResult | undefined> {
  const stop = new AbortController();
  editor.interrupt = () => stop.abort();
  try {
    return await evaluate(body, code, { reset, signal: stop.signal });
  } catch (error) {
    if (stop.signal.aborted) return undefined;
    throw error;
  } finally {
    editor.interrupt = undefined;
  }
}
