import { afterAll, beforeAll, expect } from "vitest";
import { startServiceWithFakeBrowser } from "../../../support/browser/fake-browser.ts";
import { SessionApi } from "../../../support/machine/processes.ts";
import type { TestService } from "../../../support/service/service.ts";
import { until } from "../../../support/until.ts";

/** Reads the changes of a watch. */
export class ChangeReader {
  readonly events: string[] = [];
  gaps = 0;
  readonly #stop = new AbortController();
  readonly done: Promise<void>;

  constructor(session: SessionApi, id: string) {
    this.done = this.#read(session, id);
    this.done.catch(() => {});
  }

  async #read(session: SessionApi, id: string): Promise<void> {
    const response = await fetch(`${session.service.baseUrl}/browsers/${session.id}/fs/watch/${id}/events`, {
      headers: { Authorization: `Bearer ${session.service.token}` },
      signal: this.#stop.signal,
    });
    let rest = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const frames = (rest + chunk).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        if (frame.startsWith(": ")) {
          if (JSON.parse(frame.slice(2)).event === "gap") this.gaps += 1;
          continue;
        }
        const { type, path, name, is_dir } = JSON.parse(frame.slice("data: ".length));
        // An assertion costs more than the event, and thousands come.
        if (!path.endsWith(`/${name}`)) throw new Error(`"${name}" is not the name of ${path}`);
        this.events.push(`${type} ${path}${is_dir ? "/" : ""}`);
      }
    }
  }

  /** Waits for a change; earlier changes have arrived by then too. */
  async until(event: string): Promise<string[]> {
    let seen = 0;
    const isThere = (): boolean => {
      const at = this.events.indexOf(event, seen);
      if (at === -1) seen = this.events.length;
      return at !== -1;
    };
    // A failed reader reports its error.
    await Promise.race([until(isThere, { what: event }), this.done]);
    return this.events;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.done.catch(() => {});
  }
}

/** A session whose files are watched. */
export interface WatchedSession {
  readonly service: TestService;
  readonly session: SessionApi;
  /** Readers that were started so far. */
  readonly readers: readonly ChangeReader[];
  watch(path: string, recursive?: boolean): Promise<{ id: string; reader: ChangeReader }>;
  /** Reads a watch from its beginning. */
  read(id: string): ChangeReader;
  /**
   * Runs a script in a directory and returns the reported changes, up to a final change. A WRITE may be reported twice.
   */
  changes(reader: ChangeReader, directory: string, script: string): Promise<string[]>;
}

/** A session for all tests of a file. Call it at the top level. */
export function watchedSession(): WatchedSession {
  let service: TestService;
  let session: SessionApi;
  const readers: ChangeReader[] = [];
  beforeAll(async () => {
    service = await startServiceWithFakeBrowser();
    session = new SessionApi(service, (await service.create({ timeout_seconds: 36_000 })).session_id);
  });
  afterAll(() => service.stop());
  const read = (id: string): ChangeReader => {
    const reader = new ChangeReader(session, id);
    readers.push(reader);
    return reader;
  };
  return {
    get service() {
      return service;
    },
    get session() {
      return session;
    },
    readers,
    read,
    watch: async (path, recursive = false) => {
      const { status, body, text } = await session.call("POST", "fs/watch", { path, recursive });
      expect(status, text).toBe(201);
      return { id: body.watch_id, reader: read(body.watch_id) };
    },
    changes: async (reader, directory, script) => {
      const before = reader.events.length;
      await session.sh(`set -e; cd ${directory}; ${script}`);
      const mark = `${directory}/mark-${before}`;
      await session.sh(`mkdir ${mark}`);
      await reader.until(`CREATE ${mark}/`);
      await session.sh(`rmdir ${mark}`);
      await reader.until(`DELETE ${mark}/`);
      return reader.events
        .slice(before)
        .filter((event) => !event.includes("/mark-"))
        .filter((event, at, all) => !(event.startsWith("WRITE") && all.indexOf(event) < at));
    },
  };
}
