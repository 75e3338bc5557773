import type { FollowItem } from "../../core/follow-item.ts";
import type { Io } from "../../core/io.ts";
import type { FollowedEnd } from "../kit/followed-view.ts";
import type { RenderScheduler } from "../kit/render-scheduler.ts";
import type { LogModel } from "./model.ts";
import type { InvocationRecord, ReadEarlier } from "./record.ts";

/** Names of the invocation in the title and the summary. */
export interface Title {
  readonly app_name: string;
  readonly action_name: string;
  readonly version: string;
  readonly id: string;
}

export interface InvocationLogOptions {
  readonly io: Io;
  readonly signal: AbortSignal;
  readonly title: Title;
  /** Status of the invocation when the view opens. */
  readonly status: string;
  /** RFC 3339 time of the invocation's start, if known. */
  readonly startedAt?: string | undefined;
  /** Items of the followed stream; the end of the items is the end of the invocation. */
  readonly items: AsyncIterable<readonly FollowItem[]>;
  /** Reads dropped lines again; without it, a person cannot scroll to them. */
  readonly earlier?: ReadEarlier | undefined;
  /** Cancels the invocation; without it, the view offers no key for that. */
  readonly onCancel?: (() => void | Promise<void>) | undefined;
}

export interface ViewEnd {
  /** `left` and `interrupted` come from the person: the invocation may still run. */
  readonly how: "ended" | "left" | "interrupted";
  /** The last record of the invocation in the stream. */
  readonly invocation?: InvocationRecord;
}

/** Result of following the log on one kind of terminal. */
export type FollowResult = FollowedEnd<ViewEnd["how"]>;

/** The parts that both kinds of output, screen and screen reader, work with. */
export interface Presentation {
  readonly options: InvocationLogOptions;
  readonly model: LogModel;
  readonly scheduler: RenderScheduler;
  /** Cancels the invocation and notes the result in the model. Never rejects. */
  readonly cancel: () => Promise<void>;
}
