import type { FollowItem } from "../../core/follow-item.ts";
import type { Io } from "../../core/io.ts";
import type { Title } from "./bars.ts";
import type { LogModel } from "./log-model.ts";
import type { InvocationRecord, ReadEarlier } from "./record.ts";

/** Milliseconds between two scheduler while lines arrive. */
const PICTURE_MS = 50;

export interface InvocationLogOptions {
  readonly io: Io;
  readonly signal: AbortSignal;
  readonly title: Title;
  /** The invocation's state when the view begins. */
  readonly status: string;
  /** RFC 3339 time of its beginning, if it is known. */
  readonly startedAt?: string | undefined;
  /** What following its stream gives; its end is the end of the invocation. */
  readonly items: AsyncIterable<readonly FollowItem[]>;
  /** Reads lines again that are not kept here; without it those cannot be scrolled to. */
  readonly earlier?: ReadEarlier | undefined;
  /** Ends the invocation; without it the view offers no such key. */
  readonly onCancel?: (() => void | Promise<void>) | undefined;
}

export interface ViewEnd {
  /** `left` and `interrupted` are the person's doing: the invocation may still run. */
  readonly how: "ended" | "left" | "interrupted";
  /** Its record as the stream told it last. */
  readonly invocation?: InvocationRecord;
}

/** How a way of showing ended. */
export type FollowResult =
  | { readonly failed: false; readonly how: ViewEnd["how"] }
  | { readonly failed: true; readonly error: unknown };

export interface Presentation {
  readonly options: InvocationLogOptions;
  readonly model: LogModel;
  readonly scheduler: RenderScheduler;
  readonly cancel: () => Promise<void>;
}

/** Draws no more often than every {@link PICTURE_MS}, however much happens. */
export class RenderScheduler {
  #timer: NodeJS.Timeout | undefined;
  /** Draws at once. */
  draw: (() => void) | undefined;

  /** Something has changed. */
  schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.draw?.();
    }, PICTURE_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.draw = undefined;
  }
}
