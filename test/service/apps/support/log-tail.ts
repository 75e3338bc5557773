import { messages, type SentEvent } from "../../../support/service/app.ts";

export interface TailOptions {
  since?: string;
  signal?: AbortSignal;
}

/** Follows the stream of an invocation while it grows. */
export class LogTail {
  readonly events: SentEvent[] = [];
  /** Resolves when the stream has ended, rejects when it is cut. */
  readonly done: Promise<void>;

  constructor(service: { baseUrl: string; token: string }, id: string, { since, signal }: TailOptions = {}) {
    const url = new URL(`${service.baseUrl}/invocations/${id}/events`);
    if (since !== undefined) url.searchParams.set("since", since);
    this.done = this.#read(url, service.token, signal);
    this.done.catch(() => {});
  }

  get lines(): string[] {
    return messages(this.events);
  }

  get states(): string[] {
    return this.events.flatMap((event) =>
      event.event === "invocation_state" ? [String(event["invocation"].status)] : [],
    );
  }

  async #read(url: URL, token: string, signal?: AbortSignal): Promise<void> {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(url, { headers, ...(signal && { signal }) });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    let rest = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const frames = (rest + chunk).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) this.events.push(JSON.parse(frame.slice("data: ".length)) as SentEvent);
    }
    if (rest !== "") throw new Error(`the stream ended in the middle of an event: ${rest.slice(0, 100)}`);
  }
}
