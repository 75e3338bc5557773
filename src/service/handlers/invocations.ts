import { ASYNC_SECONDS, MAX_PAYLOAD_BYTES } from "../../contract/limits.ts";
import { ApiError, badRequest } from "../api-error.ts";
import { invocationRecord, isOver, stateEvent } from "../apps/invocation-record.ts";
import { invocations as invocationTable, type StoredInvocation } from "../apps/invocation-table.ts";
import { Invocations, type InvocationsOptions } from "../apps/invocations.ts";
import { Accepted, type HandlersOf, pageOf } from "../http/handler.ts";
import { EventFrames } from "../http/sse.ts";
import { firstMsOf, sinceTime } from "../jobs/event-times.ts";
import { reportFailure } from "../jobs/reported-failure.ts";
import { resource, type WithWarnings } from "../resource.ts";
import { INVOCATION_FILES } from "../store/file-directories.ts";
import type { ProjectId } from "../store/project-id.ts";
import { type RecordNeeds, sessionRecords } from "./session-records.ts";

type InvocationIds =
  | "invocations.create"
  | "invocations.list"
  | "invocations.get"
  | "invocations.update"
  | "invocations.browsers"
  | "invocations.deleteBrowsers"
  | "invocations.events";

/** Time limit of a synchronous invocation, in seconds (contract 0.14). */
const WAITED_SECONDS = 100;

/** Invocations (contract 2.17, 1.13, 3.1). */
export function invocationHandlers(context: RecordNeeds & { invocations: Invocations }): HandlersOf<InvocationIds> {
  const { invocations, clock } = context;
  const sessionRecord = sessionRecords(context);
  const require = ({ params, auth }: { params: { id: string }; auth: { project: { id: ProjectId } } }) =>
    invocations.require(auth.project.id, params.id);
  return {
    "invocations.create": async ({ body, auth }) => {
      const { async = false, async_timeout_seconds } = body;
      if (!async && async_timeout_seconds !== undefined) {
        throw badRequest("the request is not valid", [{ path: "async_timeout_seconds", message: "needs async" }]);
      }
      checkJson("payload", body.payload);
      const invocation = await invocations.create({
        projectId: auth.project.id,
        appName: body.app_name,
        actionName: body.action_name,
        version: body.version,
        payload: body.payload ?? null,
        timeoutSeconds: async ? (async_timeout_seconds ?? ASYNC_SECONDS) : WAITED_SECONDS,
      });
      return async ? new Accepted(created(invocation)) : created(await invocations.over(invocation));
    },
    "invocations.list": ({ query, auth }) => {
      const { app_name: appName, action_name: actionName, deployment_id: deploymentId, version, status } = query;
      const since = sinceTime(query.since, clock);
      const where = {
        appName,
        actionName,
        deploymentId,
        version,
        status,
        ...(since !== undefined && { startedAt: { atLeast: firstMsOf(since) } }),
      };
      const { query: search, limit, offset } = query;
      const page = invocations.list(auth.project.id, { where, query: search, limit, offset });
      return pageOf(page, (invocation) => invocationRecord({ ...invocation, payload: null, output: null }));
    },
    "invocations.get": (call) => invocationRecord(require(call)),
    "invocations.update": async (call) => {
      const { status, output } = call.body;
      checkJson("output", output);
      const reason = status === "failed" ? "it was cancelled" : null;
      return invocationRecord(await invocations.end(require(call), { status, output: output ?? null, reason }));
    },
    "invocations.browsers": (call) => ({
      browsers: invocations.browsers(require(call)).map((each) => sessionRecord(each, call.auth)),
    }),
    "invocations.deleteBrowsers": async (call) => {
      await invocations.endBrowsers(require(call), "the browsers of its invocation were ended");
      return undefined;
    },
    "invocations.events": (call) => {
      const invocation = require(call);
      const blocks = invocations.events(invocation, sinceTime(call.query.since, clock), call.signal);
      const last = () =>
        isOver(invocation) ? { status: invocation.status, event: stateEvent(invocation) } : undefined;
      return new EventFrames(
        reportFailure(blocks, { clock, signal: call.signal, log: (line) => context.log.error(line), last }),
      );
    },
  };
}

function created({ id, actionName, status, output, statusReason }: StoredInvocation) {
  return {
    id,
    action_name: actionName,
    status,
    ...(output !== null && { output }),
    ...(statusReason !== null && { status_reason: statusReason }),
  };
}

/** Throws 400 for text that is not JSON, 413 for more than {@link MAX_PAYLOAD_BYTES}. */
function checkJson(path: string, text: string | undefined): void {
  if (text === undefined) return;
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_PAYLOAD_BYTES) {
    throw new ApiError(
      413,
      "payload_too_large",
      `${path}: has ${bytes} bytes; the limit is ${MAX_PAYLOAD_BYTES} (4.5 MB)`,
      {
        details: [
          { code: "invalid_input", message: `${path}: must be at most ${MAX_PAYLOAD_BYTES} bytes, not ${bytes}` },
        ],
      },
    );
  }
  try {
    JSON.parse(text);
  } catch (error) {
    throw badRequest("the request is not valid", [
      { path, message: `must be JSON text: ${(error as Error).message.slice(0, 200)}` },
    ]);
  }
}

export const invocationResource = resource({
  name: "invocations",
  tables: [invocationTable],
  files: INVOCATION_FILES,
  start: ({ warn, ...needs }: WithWarnings<InvocationsOptions>) => new Invocations({ ...needs, log: warn }),
  prepare: (invocations) => invocations.prepare(),
  busy: (invocations) => invocations.busy,
  close: (invocations, reason) => invocations.close(reason),
  handlers: invocationHandlers,
});
