import { oneLine, quoted } from "../page-text.ts";
import type { TargetSession } from "../target.ts";
import { within } from "../waiting.ts";

/** Question of a page for files, which was closed for the agent. */
export interface FileQuestion {
  readonly backendNodeId: number;
  readonly isMultiple: boolean;
}

/** Follows what an act causes beside changes of the page: downloads, and questions for files, which do not open then. */
export class SideEffects {
  readonly #session: TargetSession;
  readonly #sessions = new Set<TargetSession>();
  readonly #stops: (() => void)[] = [];
  readonly #downloads: string[] = [];
  readonly #asked = Promise.withResolvers<FileQuestion>();
  #question: FileQuestion | undefined;

  /** @param session session of the page */
  constructor(session: TargetSession) {
    this.#session = session;
  }

  async start(): Promise<void> {
    const onDownload = (name: string): unknown => this.#downloads.push(name);
    this.#stops.push(this.#session.on("Page.downloadWillBegin", (event) => onDownload(event.suggestedFilename)));
    await this.follow(this.#session);
  }

  /** Follows questions for files in a frame with a process of its own, too. */
  async follow(session: TargetSession): Promise<void> {
    if (this.#sessions.has(session)) return;
    this.#sessions.add(session);
    const onQuestion = (backendNodeId: number | undefined, isMultiple: boolean): void => {
      if (backendNodeId === undefined) return;
      this.#question = { backendNodeId, isMultiple };
      this.#asked.resolve(this.#question);
    };
    const stop = session.on("Page.fileChooserOpened", ({ backendNodeId, mode }) =>
      onQuestion(backendNodeId, mode === "selectMultiple"),
    );
    this.#stops.push(stop);
    await intercept(session, true);
  }

  /** The question for files that the act has asked, within `boundMs`; it counts as answered then. */
  async question(boundMs: number): Promise<FileQuestion | undefined> {
    const question = await within(this.#asked.promise, boundMs);
    this.#question = undefined;
    return question;
  }

  /** Sentences about what happened. */
  get texts(): string[] {
    const downloads = this.#downloads.map((name) => `a download has begun: ${quoted(oneLine(name), 100)}`);
    return [...downloads, ...(this.#question ? ["it asks for a file: use upload in place of click"] : [])];
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    await Promise.all([...this.#sessions].map((session) => intercept(session, false)));
  }
}

/** A page that is gone or blocked asks for no file either. */
async function intercept(session: TargetSession, enabled: boolean): Promise<void> {
  await session.send("Page.setInterceptFileChooserDialog", { enabled }).catch(() => {});
}
