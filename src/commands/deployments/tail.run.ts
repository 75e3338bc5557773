import { preview } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { usageError } from "../../core/errors.ts";
import { EventLines } from "../follow/event-lines.ts";
import { currentRecord, follow, SILENCE_MS } from "../follow/follow-record.ts";
import { logProblems } from "../follow/log-problems.ts";
import { deploymentSubject, requireSuccess, type Subject } from "../follow/subject.ts";

/** Prints the log of a deployment until it has a last state, or with `--no-follow` as far as it is (contract 3.3). */
export const run: CommandRun = async (context) => {
  const { flags, io, request } = context;
  const problems = logProblems(context);
  if (problems.length > 0) throw usageError(problems, "browserctl deployments tail --help");
  const shown = await preview(context);
  if (shown) return shown;
  const id = request.params["id"] ?? "";
  const subject = await atItsEnd(context, deploymentSubject(id));
  const lines = new EventLines(context, subject, { timestamps: flags["timestamps"] === true });
  const deployment = await follow(context, subject, lines, {
    since: request.query["since"] as string | undefined,
    stopAfterMs: flags["no-follow"] === true ? SILENCE_MS : undefined,
  });
  if (deployment) requireSuccess(subject, deployment);
  else io.note(`deployment ${id} goes on; this is its log so far`);
  return { kind: "exit", exitNumber: 0 };
};

/** The subject, which of a deployment that ran until it was stopped ends with its stop: the stream tells both. */
async function atItsEnd(context: CommandContext, subject: Subject): Promise<Subject> {
  const record = await currentRecord(context, subject, await context.client());
  return record?.status === "stopped" ? { ...subject, lastStates: ["stopped", "failed"] } : subject;
}
