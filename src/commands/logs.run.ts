import type { BodyOf, Check, Run } from "../cli/declare/body.ts";
import type { Printed } from "../cli/declare/spec.ts";
import { CliError } from "../core/errors.ts";
import { textOf } from "../core/follow-item.ts";
import { pause } from "../core/pause.ts";
import { AppLog, type LogPart, type Source } from "./apps/lib/app-log.ts";
import { EventLines } from "./lib/follow/event-lines.ts";
import { isLast } from "./lib/follow/follow-record.ts";
import { logProblems } from "./lib/follow/log-problems.ts";
import { deploymentSubject, invocationSubject } from "./lib/follow/subject.ts";
import type { logs } from "./logs.ts";

type Logs = BodyOf<typeof logs>;

const DEFAULT_LINES = 100;
/** Maximum number of records whose logs are shown. */
const MAX_INVOCATIONS = 20;
const MAX_DEPLOYMENTS = 5;
/** Milliseconds between two looks for new invocations and deployments. */
const POLL_MS = 2_000;

export const check: Check<typeof logs> = ({ flags: { lines, since }, output }) => {
  const problems = logProblems(output, since);
  if (lines !== undefined && lines < 0) problems.push({ path: "--lines", message: `must be 0 or more, not ${lines}` });
  return problems;
};

/** Prints the newest lines of an app's invocations and deployments; with `--follow` also new ones. */
export const run: Run<typeof logs> = async (body) => {
  const sources = await listSources(body);
  if (sources.length === 0) await requireApp(body);
  return body.items(printed(body, sources), (text) => text);
};

/** Text of the log. Before the lines of another source, a notice names it. */
async function* printed(body: Logs, sources: readonly Source[]): AsyncGenerator<Printed, number> {
  const { flags, note, wantsValue } = body;
  const lines = new Map<string, EventLines>();
  let last: string | undefined;
  for await (const { items, source } of parts(body, sources)) {
    const { subject } = source;
    if (wantsValue) {
      const values = valuesOf({ items, source });
      if (values.length > 0) yield { values };
      continue;
    }
    const own =
      lines.get(subject.id) ?? new EventLines(body, subject, { stream: "stdout", timestamps: flags.timestamps });
    lines.set(subject.id, own);
    if (last !== subject.id && items.some((item) => item.kind === "event" && item.value.event === "log")) {
      note(`-- ${subject.what} ${subject.id}${source.action === undefined ? "" : ` of ${source.action}`} --`);
      last = subject.id;
    }
    yield* own.of(items);
    const failure = failureIn({ items, source });
    if (failure !== undefined) note(failure);
  }
  return 0;
}

/** Parts of the log in their order: those so far, and with `--follow` all that come. */
async function* parts(body: Logs, sources: readonly Source[]): AsyncGenerator<LogPart> {
  const { flags, signal } = body;
  const log = new AppLog(body, flags.since);
  yield* await log.newest(sources, flags.lines ?? DEFAULT_LINES);
  if (flags.follow !== true) return;
  const findNew = async (): Promise<never> => {
    for (;;) {
      await pause(POLL_MS, signal);
      for (const source of await listSources(body)) log.follow(source);
    }
  };
  yield* log.followed(sources, findNew);
}

/** Sentence for a failure among items. It is no failure of the command, which shows the logs of many. */
function failureIn({ items, source: { subject } }: LogPart): string | undefined {
  const { id, success, what } = subject;
  const record = items
    .flatMap((item) => (item.kind === "event" ? (subject.recordOf(item.value) ?? []) : []))
    .findLast((each) => isLast(subject, each));
  if (record === undefined || record.status === success) return undefined;
  const how = record.status === "stopped" ? "was stopped" : record.status;
  return `${what} ${id} ${how}${record.status_reason ? `: ${record.status_reason}` : ""}`;
}

/** The lines among items as objects. */
function valuesOf({ items, source: { action, subject } }: LogPart): object[] {
  return items.flatMap((item) =>
    item.kind === "event" && item.value.event === "log"
      ? {
          source: subject.what,
          id: subject.id,
          ...(action !== undefined && { action }),
          timestamp: textOf(item.value.timestamp),
          message: textOf(item.value.message),
        }
      : [],
  );
}

/** The newest invocations and deployments of the app that the flags ask for. */
async function listSources({ args, call, flags }: Logs): Promise<readonly Source[]> {
  const { action, appVersion } = flags;
  const invocations = await call("invocations.list", {
    query: { app_name: args.app, action_name: action, version: appVersion, limit: MAX_INVOCATIONS },
  });
  const deployments =
    action === undefined
      ? await call("deployments.list", {
          query: { app_name: args.app, app_version: appVersion, limit: MAX_DEPLOYMENTS },
        })
      : [];
  return [
    ...deployments.map((record): Source => {
      const subject = deploymentSubject(record.id);
      return { subject, ended: isLast(subject, record) };
    }),
    ...invocations.map((record): Source => {
      const subject = invocationSubject(record.id);
      return { subject, action: record.action_name, ended: isLast(subject, record) };
    }),
  ];
}

/** Exit 4 for an app that was never deployed, so that a wrong name is not taken for a silent app. */
async function requireApp({ args, call }: Logs): Promise<void> {
  const versions = await call("apps.list", { query: { app_name: args.app, limit: 1 } });
  if (versions.length > 0) return;
  throw new CliError("not-found", `there is no app "${args.app}"`, { code: "not_found", hint: "browserctl apps list" });
}
