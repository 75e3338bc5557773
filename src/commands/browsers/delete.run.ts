import { inContext, joinPreviews, preview } from "../../cli/call-and-render.ts";
import { naming, readThing } from "../../cli/consent.ts";
import type { CommandContext } from "../../cli/context.ts";
import { failureDetails, partialFailure } from "../../cli/partial-failure.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { CliError } from "../../core/errors.ts";
import { count } from "../../render/sentence.ts";
import { givenSessions } from "./given-sessions.ts";

/** Ends every named session; one that fails does not keep the others alive. What became of each is reported. */
export const run: CommandRun = async (context) => {
  const { operation } = context;
  if (!operation) throw new Error("browsers delete is a call");
  const sessions = await givenSessions(context);
  if (sessions.length === 0) return { kind: "done", sentence: "There are no sessions to end.", value: [] };
  const shown = await previews(context, sessions);
  if (shown) return shown;
  const failures = new Map<string, CliError>();
  if (!context.globals.yes) await ask(context, sessions, failures);
  const client = await context.client();
  const ended: { id_or_name: string; deleted: true }[] = [];
  for (const id_or_name of sessions) {
    if (failures.has(id_or_name)) continue;
    try {
      await client.call(operation, { params: { id_or_name } });
      ended.push({ id_or_name, deleted: true });
    } catch (error) {
      if (!(error instanceof CliError) || context.lifetime.signal.aborted) throw error;
      failures.set(id_or_name, error);
    }
  }
  if (failures.size > 0) throw partialFailure({ all: sessions, failures, noun: "session", done: "ended" });
  const what = sessions.length === 1 ? `session ${sessions[0]}` : count(sessions.length, "session");
  return { kind: "done", sentence: `Ended ${what}.`, value: ended };
};

/** Asks about the sessions that are there; the others are failures. Exit 4 without a question where none is. */
async function ask(
  context: CommandContext,
  sessions: readonly string[],
  failures: Map<string, CliError>,
): Promise<void> {
  const there: string[] = [];
  for (const id_or_name of sessions) {
    try {
      there.push(naming(id_or_name, await readThing(context, "browsers.get", { id_or_name })));
    } catch (error) {
      if (!(error instanceof CliError) || error.exit !== "not-found") throw error;
      failures.set(id_or_name, error);
    }
  }
  const [first] = there;
  if (first === undefined) throw partialFailure({ all: sessions, failures, noun: "session", done: "ended" });
  for (const { message } of context.io.interactive ? failures.values() : []) context.io.note(`note: ${message}`);
  const question =
    there.length === 1 ? `End session ${first}?` : `End ${count(there.length, "session")}: ${there.join(", ")}?`;
  try {
    await context.confirm(inContext(question, context));
  } catch (error) {
    if (!(error instanceof CliError) || error.exit !== "usage" || failures.size === 0) throw error;
    throw new CliError(error.exit, error.message, { ...error.options, details: failureDetails(failures) });
  }
}

/** The request of every session: one as it is, several as a list or as lines. */
async function previews(context: CommandContext, sessions: readonly string[]): Promise<Output | undefined> {
  const all: Output[] = [];
  for (const id_or_name of sessions) {
    const shown = await preview(context, { ...context.request, params: { id_or_name } });
    if (shown) all.push(shown);
  }
  return joinPreviews(all);
}
