import type { BodyOf, Check, Run } from "../../cli/declare/body.ts";
import type { Deployment } from "../../generated/types.ts";
import { followRecord, SILENCE_MS } from "../lib/follow/follow-record.ts";
import { logProblems } from "../lib/follow/log-problems.ts";
import { printLog } from "../lib/follow/print-log.ts";
import { deploymentSubject, type FollowedItem, requireSuccess, type Subject } from "../lib/follow/subject.ts";
import type { deploymentsTail } from "./tail.ts";

type Tail = BodyOf<typeof deploymentsTail>;

export const check: Check<typeof deploymentsTail> = ({ output, request }) => logProblems(output, request.query.since);

/** Prints the log of a deployment until its final state, or with `--no-follow` its current content (contract 3.3). */
export const run: Run<typeof deploymentsTail> = async (body) => {
  const subject = await atItsEnd(body, deploymentSubject(body.request.params.id));
  return printLog(body, subject, items(body, subject), { timestamps: body.flags.timestamps });
};

/** Items of the stream. Returns exit 0; throws exit 8 when the deployment failed. */
async function* items(body: Tail, subject: Subject<Deployment>): AsyncGenerator<readonly FollowedItem[], number> {
  const deployment = yield* followRecord(body, subject, {
    since: body.request.query.since,
    stopAfterMs: body.flags.noFollow === true ? SILENCE_MS : undefined,
  });
  if (deployment) requireSuccess(subject, deployment);
  else body.note(`deployment ${subject.id} keeps running; this is its log so far`);
  return 0;
}

/**
 * The subject. For a deployment that has already been stopped, the stream contains `running` too, so only the stop is
 * final.
 */
async function atItsEnd(body: Tail, subject: Subject<Deployment>): Promise<Subject<Deployment>> {
  const { status } = await subject.get(body);
  return status === "stopped" ? { ...subject, lastStates: ["stopped", "failed"] } : subject;
}
