import { MAX_WAIT_MS } from "../../contract/limits.ts";
import { pause } from "../../core/pause.ts";
import { Semaphore } from "../../core/semaphore.ts";
import { act } from "../../page-agent/act/act.ts";
import { type AgentState, newAgentState } from "../../page-agent/agent-state.ts";
import { type ActRequest, type ActResult, Refusal, type RefusalAnswer } from "../../page-agent/requests.ts";
import type { AgentPage } from "../../page-agent/target.ts";
import { LOOK_MS } from "../../page-agent/wait/wait-for.ts";
import { pageWorks, type WorkName, type WorkRequest, type WorkResult } from "../../page-agent/works.ts";
import type { BrowserConnection } from "../chromium/browser-connection.ts";
import { BrowserError } from "../chromium/browser-error.ts";
import { CdpError } from "../chromium/cdp.ts";
import type { WatchedPage } from "../chromium/page-watch.ts";
import { LocalPage, type PageHost } from "./local-page.ts";
import { NetworkRecorder } from "./network-recorder.ts";

/** Time limit of a snapshot and of an act, without what `wait_ms` adds, in milliseconds. */
const BOUND_MS = 30_000;

/** Snapshots and acts of one session. Its references belong to the session; one agent works at a time. */
export class PageAgent {
  readonly #state = newAgentState();
  readonly #turn = new Semaphore(1);
  readonly #hosts = new WeakMap<BrowserConnection, OwnHost>();
  #last: OwnHost | undefined;

  /** Does acts until one is refused. */
  async acts(
    connection: BrowserConnection,
    requests: readonly ActRequest[],
    signal: AbortSignal,
  ): Promise<ActResult[]> {
    const results: ActResult[] = [];
    for (const request of requests) {
      signal.throwIfAborted();
      const bound = BOUND_MS + (request.wait_ms ?? 0);
      const result = await this.#inTurn(signal, bound, (end) =>
        this.#withPage(connection, end, (page) => act(page, this.#state, request)),
      );
      results.push(result);
      if (!result.ok) break;
    }
    return results;
  }

  /** Does a work; a refusal is its answer. */
  async answer<Name extends WorkName>(
    ...call: [connection: BrowserConnection, name: Name, request: WorkRequest<Name>, signal: AbortSignal]
  ): Promise<WorkResult<Name> | { refusal: RefusalAnswer }> {
    try {
      return await this.work(...call);
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error.toAnswer(this.#state.secrets) };
      throw error;
    }
  }

  /** Waits until a page shows something. Others may work with it in between: each look has a turn of its own. */
  async waitFor(
    connection: BrowserConnection,
    request: WorkRequest<"waitFor">,
    signal: AbortSignal,
  ): Promise<WorkResult<"waitFor"> | { refusal: RefusalAnswer }> {
    const end = performance.now() + (request.timeout_ms ?? MAX_WAIT_MS);
    for (;;) {
      const answer = await this.answer(connection, "waitFor", { ...request, timeout_ms: 0 }, signal);
      if ("refusal" in answer || answer.met || performance.now() + LOOK_MS > end) return answer;
      await pause(LOOK_MS, signal);
    }
  }

  /** Does a work. Throws the {@link Refusal} of one that refuses. */
  work<Name extends WorkName>(
    connection: BrowserConnection,
    name: Name,
    request: WorkRequest<Name>,
    signal: AbortSignal,
  ): Promise<WorkResult<Name>> {
    const work = pageWorks[name] as (page: AgentPage, state: AgentState, request: WorkRequest<Name>) => unknown;
    return this.#inTurn(signal, BOUND_MS, (end) =>
      this.#withPage(connection, end, async (page) => (await work(page, this.#state, request)) as WorkResult<Name>),
    );
  }

  /** Waits for the turn, and does work that ends with the request or at its time limit, so that nothing is pressed later. */
  async #inTurn<T>(signal: AbortSignal, boundMs: number, work: (end: AbortSignal) => Promise<T>): Promise<T> {
    const leave = await this.#turn.enter(signal);
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort(new BrowserError("page-not-responding", `the page has not answered for ${boundMs / 1_000} s`));
    }, boundMs);
    try {
      return await work(AbortSignal.any([signal, late.signal]));
    } finally {
      clearTimeout(timer);
      leave();
    }
  }

  async #withPage<T>(
    connection: BrowserConnection,
    end: AbortSignal,
    work: (page: LocalPage) => Promise<T>,
  ): Promise<T> {
    const page = await LocalPage.inFront(connection, end, this.#hostOf(connection));
    try {
      return await work(page);
    } catch (error) {
      if (!(error instanceof CdpError)) throw error;
      throw new BrowserError("page-closed", `the page was replaced in the middle: ${error.message}`);
    } finally {
      page.close();
    }
  }

  /** Leaves the current browser, which goes on without the agent. */
  close(): void {
    this.#last?.close();
  }

  #hostOf(connection: BrowserConnection): PageHost {
    const host = this.#hosts.get(connection) ?? ownHost(connection);
    this.#hosts.set(connection, host);
    this.#last = host;
    return host;
  }
}

interface OwnHost extends PageHost {
  close(): void;
}

/** Leaves the dialogs of pages to agents, which the service would answer itself without a window, and records requests. */
function ownHost(connection: BrowserConnection): OwnHost {
  const listening = new Set<string>();
  const recorder = new NetworkRecorder(connection);
  const onFound = (page: WatchedPage): void => {
    recorder.follow(page);
    if (listening.has(page.targetId)) return;
    listening.add(page.targetId);
    connection.pageWatch.clientListens(page.targetId, 1);
  };
  const close = (): void => {
    recorder.close();
    for (const targetId of listening) connection.pageWatch.clientListens(targetId, -1);
    listening.clear();
  };
  return { onFound, recorder, close };
}
