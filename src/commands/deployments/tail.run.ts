import { preview } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { usageError } from "../../core/errors.ts";
import { EventLines } from "../follow/event-lines.ts";
import { follow } from "../follow/follow-record.ts";
import { deploymentSubject, type FollowedRecord, requireSuccess, type Subject } from "../follow/subject.ts";

/** Milliseconds of silence after which `--no-follow` takes the log for printed. */
const silence = 1_000;

/** Prints the log of a deployment until it has a last state, or with `--no-follow` as far as it is (contract 3.3). */
export const run: CommandRun = async (context) => {
  const { flags, globals, io, request } = context;
  if (globals.output !== "text" && globals.output !== "jsonl") {
    throw usageError([{ path: "--output", message: `must be jsonl, not ${globals.output}: a log is lines` }]);
  }
  const shown = await preview(context);
  if (shown) return shown;
  const id = request.params["id"] ?? "";
  const subject = await atItsEnd(context, deploymentSubject(id));
  const lines = new EventLines(context, subject, { timestamps: flags["timestamps"] === true });
  const deployment = await follow(context, subject, lines, {
    since: request.query["since"] as string | undefined,
    stopAfterMs: flags["no-follow"] === true ? silence : undefined,
  });
  if (deployment) requireSuccess(subject, deployment);
  else io.note(`deployment ${id} goes on; this is its log so far`);
  return { kind: "exit", exitNumber: 0 };
};

/** The subject, which of a deployment that ran until it was stopped ends with its stop: the stream tells both. */
async function atItsEnd(context: CommandContext, subject: Subject): Promise<Subject> {
  const client = await context.client();
  const operation = await context.loadOperation(subject.get);
  const record = (await client.call(operation, { params: { id: subject.id } })) as FollowedRecord | undefined;
  return record?.status === "stopped" ? { ...subject, lastStates: ["stopped", "failed"] } : subject;
}
