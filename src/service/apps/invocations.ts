import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { APP_WORD, PAYLOAD_BYTES } from "../../contract/limits.ts";
import { newSecret } from "../../settings/local-state.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Clock, Scheduled } from "../clock.ts";
import { newId } from "../ids.ts";
import type { ContainerFacts } from "../processes/container-probe.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionManager } from "../sessions/session-manager.ts";
import type { TempFolders } from "../sessions/temp-folders.ts";
import { PendingEnds } from "../store/pending-ends.ts";
import type { Rows } from "../store/rows.ts";
import type { ListOptions, ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import type { Token, Tokens } from "../store/tokens.ts";
import { checkPayload } from "./action-schemas.ts";
import { appEnvironment } from "./app-environment.ts";
import { AppProcess, type AppProcessEnd, endLeftOver } from "./app-process.ts";
import type { Deployments } from "./deployments.ts";
import { EventLog, endedLog } from "./event-log.ts";
import { type InvocationRecord, isOver, stateEvent } from "./invocation-record.ts";
import { invocations, type StoredInvocation } from "./invocation-table.ts";
import { processProblem } from "./process-problem.ts";

export interface InvocationsOptions {
  stateDir: string;
  store: Store;
  tokens: Tokens;
  clock: Clock;
  container: ContainerFacts;
  tempFolders: TempFolders;
  deployments: Deployments;
  sessions: SessionManager;
  /** The service's environment. */
  env: Readonly<Record<string, string | undefined>>;
  /** The port the service listens on. */
  port: () => number;
  log: (line: string) => void;
}

export interface CreateInvocation {
  projectId: string;
  appName: string;
  actionName: string;
  version: string;
  /** JSON text. */
  payload: string | null;
  timeoutSeconds: number;
}

/** How an invocation ends. */
export interface InvocationOutcome {
  status: "succeeded" | "failed";
  /** JSON text. */
  output: string | null;
  reason: string | null;
}

/** assumed: each is a Node and usually a browser; the API's own limits are of plans. */
const PARALLEL = 10;
const QUEUED = 1_000;
/** Ended ones that are remembered, with their logs. */
const ENDED_KEPT = 1_000;

/** One that is not over yet. */
interface Active {
  readonly stored: StoredInvocation;
  readonly log: EventLog;
  readonly release: () => void;
  readonly over: PromiseWithResolvers<StoredInvocation>;
  process?: Promise<AppProcess>;
  token?: Token;
  timer?: Scheduled;
  ending?: Promise<StoredInvocation>;
}

/**
 * The invocations of all apps (contract 2.17): a queue, a process for each that runs, and what has become of them. Events
 * are in the store before anybody sees them. assumed: the token of an invocation is for its project and ends with it, as
 * its browsers and processes do, so that nothing of it outlives its result.
 */
export class Invocations {
  readonly #options: InvocationsOptions;
  readonly #rows: Rows<typeof invocations>;
  readonly #folder: string;
  readonly #active = new Map<string, Active>();
  readonly #queue: Active[] = [];
  readonly #running = new Set<Active>();
  readonly #ends: PendingEnds<StoredInvocation>;
  #closing: string | undefined;

  constructor(options: InvocationsOptions) {
    this.#options = options;
    this.#rows = options.store.rows(invocations);
    this.#folder = join(options.stateDir, "invocations");
    this.#ends = new PendingEnds((one) => this.#rows.save(one), options.log);
  }

  /** Ends what an earlier life of the service left unfinished. */
  async prepare(): Promise<void> {
    const { tokens, clock, container } = this.#options;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    tokens.deleteInvocations();
    const known = new Set(this.#rows.ids());
    for (const name of await readdir(this.#folder)) {
      if (!known.has(name)) await rm(join(this.#folder, name), { force: true, recursive: true });
    }
    const unfinished = this.#rows.everywhere({ finishedAt: null });
    for (const one of unfinished) {
      await endLeftOver(one.id, container);
      Object.assign(one, { status: "failed", statusReason: "the service ended while it ran", finishedAt: clock.now() });
      await this.#endLog(one).catch((error: Error) => {
        this.#options.log(`cannot end the log of invocation ${one.id}: ${error.message}`);
      });
      this.#ends.record(one);
    }
    if (unfinished.length === 0) return;
    this.#options.log(`${unfinished.length} invocations of an earlier life of the service were marked as failed`);
  }

  /** Writes the end of one that an earlier life of the service left to its log, unless that has it. */
  async #endLog(one: StoredInvocation): Promise<void> {
    const { log, last } = await EventLog.resume(this.#logFile(one), this.#options.clock);
    try {
      const said = (last as { invocation?: InvocationRecord } | undefined)?.invocation;
      if (!said || !isOver(said)) return await log.event(stateEvent(one));
      // It had ended, and the service died between the log and the record.
      const { status, status_reason = null, output = null, finished_at } = said;
      Object.assign(one, { status, statusReason: status_reason, output });
      if (finished_at) one.finishedAt = Date.parse(finished_at);
    } finally {
      await log.end();
    }
  }

  /** Whether something runs or waits. */
  get busy(): boolean {
    return this.#active.size > 0;
  }

  get count(): number {
    return this.#active.size;
  }

  /**
   * Accepts an invocation; it runs when its turn comes. Throws 404, 400 for a payload that does not fit the action's
   * schema, 429 `too_many_invocations`, 503, `disk_full`.
   */
  async create(input: CreateInvocation): Promise<StoredInvocation> {
    const { clock, deployments } = this.#options;
    const { projectId, appName, actionName, version } = input;
    this.#checkOpen();
    const deployment = deployments.serving(projectId, appName, version);
    const action = deployment.actions.find(({ name }) => name === actionName);
    if (!action) {
      const names = deployment.actions.map(({ name }) => name).join(", ");
      throw notFound(`the app ${JSON.stringify(appName)} has no action ${JSON.stringify(actionName)}; it has ${names}`);
    }
    if (this.#queue.length >= QUEUED) throw tooMany();
    const now = clock.now();
    const stored: StoredInvocation = {
      id: newId(),
      projectId,
      deploymentId: deployment.id,
      appName,
      actionName,
      version,
      status: "queued",
      statusReason: null,
      payload: input.payload,
      output: null,
      timeoutSeconds: input.timeoutSeconds,
      createdAt: now,
      startedAt: now,
      finishedAt: null,
    };
    const release = deployments.hold(deployment);
    let log: EventLog | undefined;
    try {
      await checkPayload(action.input_schema, input.payload);
      log = await EventLog.create(this.#logFile(stored), clock);
      await log.event(stateEvent(stored));
      this.#checkOpen();
      this.#rows.insert(stored);
      const active = { stored, log, release, over: Promise.withResolvers<StoredInvocation>() };
      this.#active.set(stored.id, active);
      this.#queue.push(active);
    } catch (error) {
      release();
      // A file that nobody closes ends the service when its memory is collected.
      await log?.end();
      await rm(this.#logFile(stored), { force: true });
      throw error;
    }
    const accepted = { ...stored };
    this.#next();
    return accepted;
  }

  /** What there is of an invocation. Throws 404. */
  require(projectId: string, id: string): StoredInvocation {
    const active = this.#active.get(id)?.stored ?? this.#ends.get(id);
    const one = active?.projectId === projectId ? active : this.#rows.in(projectId).byId(id);
    if (!one) throw notFound(`there is no invocation ${JSON.stringify(id)}`);
    return one;
  }

  /** A page of a project's invocations. Filters see what is recorded: an end that a full disk keeps back is shown alone. */
  list(projectId: string, options: ListOptions<typeof invocations>): ListPage<typeof invocations> {
    this.#ends.retry();
    const page = this.#rows.in(projectId).list(options);
    const items = page.items.map((one) => this.#active.get(one.id)?.stored ?? this.#ends.get(one.id) ?? one);
    return { ...page, items };
  }

  /** Whether one is not over, so that browsers can belong to it. */
  isActive(projectId: string, id: string): boolean {
    const active = this.#active.get(id);
    return active?.stored.projectId === projectId && active.ending === undefined;
  }

  /** Resolves when it is over. */
  async over(one: StoredInvocation): Promise<StoredInvocation> {
    return (await this.#active.get(one.id)?.over.promise) ?? this.require(one.projectId, one.id);
  }

  /** Ends one that is not over. Throws 409 for one that is. */
  async end(one: StoredInvocation, outcome: InvocationOutcome): Promise<StoredInvocation> {
    const active = this.#active.get(one.id);
    if (!active || active.ending) {
      await active?.ending;
      throw new ApiError(409, "conflict", `the invocation has ended: ${this.require(one.projectId, one.id).status}`, {
        headers: { "x-should-retry": "false" },
      });
    }
    return await this.#end(active, outcome);
  }

  /** Its browsers that are active. */
  browsers({ projectId, id }: StoredInvocation): Session[] {
    const { sessions } = this.#options;
    return sessions.active.filter(
      (session) => session.projectId === projectId && session.settings.invocation_id === id,
    );
  }

  async endBrowsers(one: StoredInvocation, reason: string): Promise<void> {
    await Promise.all(this.browsers(one).map((session) => this.#options.sessions.end(session, reason)));
  }

  /** Its events from a moment on, as they are sent. */
  events(one: StoredInvocation, since: string | undefined, signal: AbortSignal): AsyncGenerator<Buffer> {
    const active = this.#active.get(one.id);
    return active ? active.log.follow(since, signal) : endedLog(this.#logFile(one), since, signal);
  }

  /** Ends everything that runs or waits, and takes no more. */
  async close(reason: string): Promise<void> {
    this.#closing = reason;
    const outcome: InvocationOutcome = { status: "failed", output: null, reason };
    await Promise.allSettled([...this.#active.values()].map((active) => this.#end(active, outcome)));
    this.#ends.retry();
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) throw new ApiError(503, "shutting_down", "the service stops");
  }

  #next(): void {
    while (this.#running.size < PARALLEL && this.#closing === undefined) {
      const active = this.#queue.shift();
      if (!active) return;
      this.#running.add(active);
      void this.#run(active).catch((error: Error) =>
        this.#end(active, { status: "failed", output: null, reason: `it could not be run: ${error.message}` }),
      );
    }
  }

  async #run(active: Active): Promise<void> {
    const { clock } = this.#options;
    const { stored, log } = active;
    stored.status = "running";
    stored.startedAt = clock.now();
    this.#rows.save(stored);
    await log.event(stateEvent(stored));
    // Ended while that was written.
    if (active.ending) return;
    active.process = this.#process(active);
    const process = await active.process;
    // Ended while it was started: whoever ends it waits for it.
    if (active.ending) return;
    active.timer = clock.schedule(stored.timeoutSeconds * 1_000, () => {
      const reason = `it ran longer than ${stored.timeoutSeconds} s`;
      void this.#end(active, { status: "failed", output: null, reason });
    });
    const end = await process.ended;
    await this.#end(active, outcomeOf(end));
  }

  #process(active: Active): Promise<AppProcess> {
    const { stored, log } = active;
    const { deployments, tokens, container, tempFolders, env, port } = this.#options;
    const deployment = deployments.require(stored.projectId, stored.deploymentId);
    const token = newSecret();
    const { id: invocationId, projectId } = stored;
    active.token = tokens.add({ token, kind: "invocation", projectId, invocationId });
    const baseUrl = `http://127.0.0.1:${port()}`;
    return AppProcess.start(invocationId, {
      facts: container,
      tempFolders,
      cwd: deployments.files.source(deployment),
      env: appEnvironment(env, deployment, { baseUrl, token, invocationId }),
      input: {
        word: APP_WORD,
        task: "invoke",
        file: deployments.files.bundle(deployment),
        action: stored.actionName,
        payload: stored.payload ?? undefined,
        invocationId,
        baseUrl,
        token,
        resultBytes: PAYLOAD_BYTES,
      },
      onLines: (lines) => log.lines(lines),
    });
  }

  #end(active: Active, outcome: InvocationOutcome): Promise<StoredInvocation> {
    active.ending ??= this.#finish(active, outcome);
    return active.ending;
  }

  async #finish(active: Active, { status, output, reason }: InvocationOutcome): Promise<StoredInvocation> {
    const { clock, log } = this.#options;
    const { stored } = active;
    active.timer?.cancel();
    const waiting = this.#queue.indexOf(active);
    if (waiting !== -1) this.#queue.splice(waiting, 1);
    const process = await active.process?.catch(() => undefined);
    await process?.cancel(reason ?? "the invocation was ended");
    this.#endToken(active);
    // Begun now, and nothing waits for it: they are active no more from here on.
    void this.endBrowsers(stored, `its invocation ${stored.id} ended`).catch((error: Error) => log(error.message));
    Object.assign(stored, { status, output, statusReason: reason, finishedAt: clock.now() });
    await active.log.event(stateEvent(stored)).catch((error: Error) => {
      log(`cannot log the end of invocation ${stored.id}: ${error.message}`);
    });
    await active.log.end();
    this.#ends.record(stored);
    this.#active.delete(stored.id);
    this.#running.delete(active);
    active.release();
    active.over.resolve(stored);
    // What an app says is no part of our log but for a word of it.
    log(
      `invocation ${stored.id} ${status}${reason === null ? "" : `: ${(reason.split("\n")[0] ?? "").slice(0, 200)}`}`,
    );
    await this.#forget();
    this.#next();
    return stored;
  }

  #endToken({ stored, token }: Active): void {
    try {
      if (token) this.#options.tokens.delete(token);
    } catch (error) {
      this.#options.log(`cannot remove the token of invocation ${stored.id}: ${(error as Error).message}`);
    }
  }

  async #forget(): Promise<void> {
    try {
      for (const id of this.#rows.prune({ by: "finishedAt", keep: ENDED_KEPT })) {
        await rm(this.#logFile({ id }), { force: true });
      }
    } catch (error) {
      this.#options.log(`cannot forget old invocations: ${(error as Error).message}`);
    }
  }

  #logFile({ id }: { id: string }): string {
    return join(this.#folder, id);
  }
}

function outcomeOf(end: AppProcessEnd): InvocationOutcome {
  const { answer, lineError } = end;
  if (answer && "task" in answer && answer.task === "invoke" && lineError === undefined) {
    return { status: "succeeded", output: answer.output ?? null, reason: null };
  }
  return { status: "failed", output: null, reason: processProblem(end, "before its action had returned") };
}

function tooMany(): ApiError {
  return new ApiError(429, "too_many_invocations", `${QUEUED} invocations wait already; that is the limit`, {
    headers: { "retry-after": "10" },
  });
}
