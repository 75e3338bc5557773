import type { Api } from "../../../cli/declare/body.ts";
import type { OperationId } from "../../../contract/index.ts";
import { followLogin, lastLoginStates } from "../../auth/connections/lib/login-subject.ts";
import { type FollowTools, followRecord, isLast } from "../../lib/follow/follow-record.ts";
import { deploymentSubject, type FollowedRecord, invocationSubject, type Subject } from "../../lib/follow/subject.ts";

/** A record that is waited for. */
export type WaitRecord = Readonly<Record<string, unknown>>;

/** Kind of records that can be waited for. */
export interface WaitKind {
  /** Noun for messages. */
  readonly what: string;
  /** The operation that gets a record; its answer has the fields of the conditions. */
  readonly operation: OperationId;
  get(api: Pick<Api, "call">, id: string): Promise<object>;
  /** Id of a record, which still finds it when its name is free again. */
  idOf(record: WaitRecord): string;
  readonly deletable: boolean;
  /** True for the record of something deleted. */
  isDeleted?(record: WaitRecord): boolean;
  /** State of a deleted record that the service may keep; its other fields are still valid. */
  readonly deletedState?: string;
  /** States from which nothing but the end of the record follows. */
  readonly finalStates?: readonly string[];
  /** Values of fields that the contract keeps open. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /**
   * Events while the record changes by itself; undefined if it currently does not, and is polled. An item is the new
   * state, or undefined for a change that requires a request.
   */
  follow?(tools: FollowTools, record: WaitRecord): AsyncGenerator<WaitRecord | undefined> | undefined;
}

/** Every kind, by the word of its command. */
export const kinds = {
  browser: {
    what: "session",
    operation: "browsers.get",
    get: ({ call }, id) => call("browsers.get", { params: { id_or_name: id }, query: { include_deleted: true } }),
    idOf: ({ session_id }) => String(session_id),
    deletable: true,
    isDeleted: ({ deleted_at }) => typeof deleted_at === "string",
  },
  invocation: {
    what: "invocation",
    operation: "invocations.get",
    get: ({ call }, id) => call("invocations.get", { params: { id } }),
    idOf: ({ id }) => String(id),
    deletable: false,
    finalStates: ["succeeded", "failed"],
    follow: (tools, record) => statesOf(tools, invocationSubject(String(record["id"])), record),
  },
  deployment: {
    what: "deployment",
    operation: "deployments.get",
    get: ({ call }, id) => call("deployments.get", { params: { id } }),
    idOf: ({ id }) => String(id),
    deletable: true,
    deletedState: "stopped",
    finalStates: ["failed", "stopped"],
    follow: (tools, record) => statesOf(tools, deploymentSubject(String(record["id"])), record),
  },
  connection: {
    what: "auth connection",
    operation: "authConnections.get",
    get: ({ call }, id) => call("authConnections.get", { params: { id } }),
    idOf: ({ id }) => String(id),
    deletable: true,
    values: { status: ["AUTHENTICATED", "NEEDS_AUTH"], flow_status: ["IN_PROGRESS", ...lastLoginStates] },
    // Its events only contain the state of the login.
    follow: (tools, { id, flow_status }) =>
      flow_status === "IN_PROGRESS" ? signals(followLogin(tools, String(id))) : undefined,
  },
} as const satisfies Readonly<Record<string, WaitKind>>;

/**
 * Records in the events of a subject, including the final one; undefined when the subject is already in a final state.
 */
function statesOf<Record extends FollowedRecord>(
  tools: FollowTools,
  subject: Subject<Record>,
  record: WaitRecord,
): AsyncGenerator<WaitRecord | undefined> | undefined {
  if (isLast(subject, record as unknown as FollowedRecord)) return undefined;
  return (async function* () {
    const items = followRecord(tools, subject, { since: "0s" });
    try {
      for (;;) {
        const { done, value } = await items.next();
        if (done) return void (yield value as unknown as WaitRecord | undefined);
        for (const item of value) {
          const state = item.kind === "event" ? subject.recordOf(item.value) : undefined;
          if (state) yield state as unknown as WaitRecord;
        }
      }
    } finally {
      await items.return(undefined);
    }
  })();
}

/** One signal for each batch of events. */
async function* signals(events: AsyncGenerator<readonly unknown[]>): AsyncGenerator<undefined> {
  for await (const _ of events) yield undefined;
}
