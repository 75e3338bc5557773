import type { agentOperations } from "../contract/agent.ts";
import type { agentLogOperations } from "../contract/agent-logs.ts";
import type { refusalCodes } from "../contract/agent-parts.ts";
import type { agentReadingOperations } from "../contract/agent-reading.ts";
import type { agentRecordOperations } from "../contract/agent-records.ts";
import type { BodyOf, ResultOf } from "../contract/operation.ts";
import { oneLine } from "./page-text.ts";
import type { Secrets } from "./secrets.ts";

type AnyOperation =
  | (typeof agentOperations)[number]
  | (typeof agentReadingOperations)[number]
  | (typeof agentLogOperations)[number]
  | (typeof agentRecordOperations)[number];
type Operation<Id> = Extract<AnyOperation, { readonly id: Id }>;

/** Result of an operation that was not refused. */
type Done<Id> = Exclude<ResultOf<Operation<Id>>, { refusal: unknown }>;

/** Choice of the lines of a snapshot. */
export type SnapshotRequest = BodyOf<Operation<"local.snapshot">>;
export type SnapshotResult = Done<"local.snapshot">;
export type SnapshotLine = SnapshotResult["lines"][number];

/** One act, and its result. */
export type ActRequest = BodyOf<Operation<"local.act">>["acts"][number];
export type ActResult = ResultOf<Operation<"local.act">>["results"][number];
export type Verb = ActRequest["verb"];

export type NavigateRequest = BodyOf<Operation<"local.navigate">>;
export type TabRequest = BodyOf<Operation<"local.tab">>;
export type DialogRequest = BodyOf<Operation<"local.dialog">>;
export type MoveResult = ResultOf<Operation<"local.navigate">>;
export type TabLine = ResultOf<Operation<"local.tabs">>[number];

export type WaitRequest = BodyOf<Operation<"local.waitFor">>;
export type WaitResult = Done<"local.waitFor">;
export type ReadRequest = BodyOf<Operation<"local.read">>;
export type ReadResult = Done<"local.read">;
export type HtmlRequest = BodyOf<Operation<"local.html">>;
export type HtmlResult = Done<"local.html">;
export type PdfRequest = BodyOf<Operation<"local.pdf">>;
export type PdfResult = Done<"local.pdf">;
export type ScreenshotRequest = BodyOf<Operation<"local.screenshot">>;
export type ScreenshotResult = Done<"local.screenshot">;
export type ConsoleRequest = BodyOf<Operation<"local.console">>;
export type ConsoleResult = Done<"local.console">;
export type NetworkRequest = BodyOf<Operation<"local.network">>;
export type NetworkResult = Done<"local.network">;
export type CookiesRequest = BodyOf<Operation<"local.cookies">>;
export type CookiesResult = Done<"local.cookies">;
export type CookieChangeRequest = BodyOf<Operation<"local.cookieChange">>;
export type StorageRequest = BodyOf<Operation<"local.storage">>;
export type StorageResult = Done<"local.storage">;
export type StorageChangeRequest = BodyOf<Operation<"local.storageChange">>;
/** Result of a change of cookies or storage. */
export type ChangedRecords = Done<"local.storageChange">;

/** Codes of what an agent is refused. */
export type RefusalCode = keyof typeof refusalCodes;

/** A refusal as a part of an answer. */
export interface RefusalAnswer {
  readonly code: RefusalCode;
  readonly text: string;
  readonly next?: string;
}

/** Refusals that pass by themselves, so that waiting may help. */
const passing: ReadonlySet<RefusalCode> = new Set(["disabled", "readonly", "not_visible", "moving", "covered"]);

/** Reason why nothing was done, or why what was done did not have its effect, with the next step. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly next: string | undefined;
  constructor(code: RefusalCode, message: string, next?: string) {
    super(message);
    this.code = code;
    this.next = next;
  }

  /** True when waiting may help. */
  get passes(): boolean {
    return passing.has(this.code);
  }

  /** The refusal as a part of an answer, without secrets and on one line. */
  toAnswer(secrets: Secrets): RefusalAnswer {
    const text = secrets.hide(oneLine(this.message));
    return { code: this.code, text, ...(this.next !== undefined && { next: secrets.hide(oneLine(this.next)) }) };
  }
}
