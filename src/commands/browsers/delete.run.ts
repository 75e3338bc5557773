import { preview } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { CliError } from "../../core/errors.ts";
import { count } from "../../render/sentence.ts";
import { givenSessions } from "./given-sessions.ts";

/** Ends every named session; one that fails does not keep the others alive. */
export const run: CommandRun = async (context) => {
  const { operation } = context;
  if (!operation) throw new Error("browsers delete is a call");
  const sessions = await givenSessions(context);
  if (sessions.length === 0) return { kind: "done", sentence: "There are no sessions to end.", value: [] };
  const shown = await previews(context, sessions);
  if (shown) return shown;
  const where = context.service();
  const inContext = where.contextName ? ` (context ${where.contextName})` : "";
  const what = sessions.length === 1 ? `session ${sessions[0]}` : count(sessions.length, "session");
  await context.confirm(`End ${what}${inContext}?`);
  const client = await context.client();
  const ended: { id_or_name: string; deleted: true }[] = [];
  const failures: CliError[] = [];
  for (const id_or_name of sessions) {
    try {
      await client.call(operation, { params: { id_or_name } });
      ended.push({ id_or_name, deleted: true });
    } catch (error) {
      if (!(error instanceof CliError) || context.lifetime.signal.aborted) throw error;
      failures.push(error);
    }
  }
  const [first] = failures;
  if (first && sessions.length === 1) throw first;
  if (first) {
    throw new CliError(first.exit, `${count(failures.length, "session")} of ${sessions.length} could not be ended`, {
      code: first.code,
      details: failures.map((error) => ({ code: error.code, message: error.message })),
    });
  }
  return { kind: "done", sentence: `Ended ${what}.`, value: ended };
};

/** The request of every session: one as it is, several as a list or as lines. */
async function previews(context: CommandContext, sessions: readonly string[]): Promise<Output | undefined> {
  const all: Output[] = [];
  for (const id_or_name of sessions) {
    const shown = await preview(context, { ...context.request, params: { id_or_name } });
    if (shown) all.push(shown);
  }
  if (all.length < 2) return all[0];
  const texts = all.flatMap((each) => (each.kind === "text" ? [each.text] : []));
  if (texts.length > 0) return { kind: "text", text: texts.join("") };
  return { kind: "value", value: all.flatMap((each) => (each.kind === "value" ? [each.value] : [])) };
}
