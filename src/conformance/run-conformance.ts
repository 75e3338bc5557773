import { randomBytes } from "node:crypto";
import type { ClientOptions } from "../client/call.ts";
import type { OperationSpec } from "../contract/operation.ts";
import { abortLater } from "../core/abort.ts";
import { CliError } from "../core/errors.ts";
import { type CallerOptions, ClientService, type ClientServiceOptions } from "./client-service.ts";
import { Created } from "./created.ts";
import { specs } from "./declarations.ts";
import { checkExample, idOf } from "./effects.ts";
import { ExampleCalls, type ExampleRequest } from "./example-calls.ts";
import type { Answer, ApiOptions, ExampleService } from "./example-service.ts";
import { endsService, groupEffects, groupOf, type OperationGroup, undoOf } from "./groups.ts";
import { Recorder, requireSupport, Skipped } from "./recorder.ts";
import { checkBadRequests, checkStranger, checkTokens, checkUnknownId, unknownPath } from "./refusals.ts";
import type { OperationResult } from "./report.ts";

export interface ConformanceOptions {
  /** Options of a client with the token of the service. Its signal also ends the deletion of what the run has created. */
  readonly client: ClientOptions;
  /** True for a local service, which has operations of its own. */
  readonly isLocal: boolean;
  /** Groups of operations that run. */
  readonly groups: readonly OperationGroup[];
  /** Chooses operations; all when omitted. */
  readonly only?: ((spec: OperationSpec) => boolean) | undefined;
  /** A page with a login form that browsers of the service can open. */
  readonly loginUrl: string | undefined;
  /** Ends the checks. */
  readonly signal: AbortSignal;
  /** Called before each operation. */
  readonly onOperation?: (id: string, at: number, total: number) => void;
}

/** Results of a run, and the paths of records that could not be deleted. */
export interface ConformanceReport {
  readonly results: readonly OperationResult[];
  readonly left: readonly string[];
  /** Why the run had no project of its own. */
  readonly withoutProject?: string;
}

/** Number of answers without an end after which a run ends: a service of that kind answers no further check either. */
const MAX_ENDLESS = 5;

/** Maximum time of a request that is under way when a run is ended, and of each deletion after that, in milliseconds. */
const SETTLE_MS = 10_000;

/** Operations whose examples need a page that the service's browsers can open. */
const needsPage = ({ area, id }: OperationSpec): boolean => area === "auth_connections" || id === "webmcp.invokeTool";

/**
 * Compares every operation of a service with its declaration, in a project that is made for it and deleted afterwards,
 * also after an interruption. Throws when the service does not answer or does not accept the token, and after
 * {@link MAX_ENDLESS} answers without an end.
 */
export class ConformanceRun {
  readonly #options: ConformanceOptions;
  readonly #created = new Created();
  readonly #suffix = `-conformance-${randomBytes(4).toString("hex")}`;
  readonly #results: OperationResult[] = [];
  /** Ends the checks when the service does not end its answers. */
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;
  #endless = 0;
  /** True once a request was sent that may create something. */
  #writes = false;
  /** Calls without a project. A request that is under way settles also after an interruption. */
  readonly #organization: ClientService;
  #projects: string[] = [];
  #stranger: ExampleService | undefined;
  #withoutProject: string | undefined;

  constructor(options: ConformanceOptions) {
    this.#options = options;
    this.#signal = AbortSignal.any([options.signal, this.#end.signal]);
    this.#organization = this.#serviceOf({}, abortLater(this.#signal, SETTLE_MS));
  }

  async run(): Promise<ConformanceReport> {
    try {
      await this.#prepare();
      await this.#checkAll();
    } finally {
      await this.#cleanUp();
    }
    const withoutProject = this.#withoutProject;
    return { results: this.#results, left: this.left, ...(withoutProject !== undefined && { withoutProject }) };
  }

  /** Results of the operations that have ended. */
  get results(): readonly OperationResult[] {
    return this.#results;
  }

  /** Paths of the records that are still there after the run. */
  left: readonly string[] = [];

  #serviceOf(caller: CallerOptions, signal: AbortSignal, more: ClientServiceOptions = {}): ClientService {
    const onAnswer = (method: string, path: string, answer: Answer): void => this.#created.note(method, path, answer);
    const onEndless = (error: CliError): void => this.#countEndless(error);
    return new ClientService(this.#options.client, { caller, onAnswer, onEndless, signal, ...more });
  }

  #countEndless({ exit, message }: CliError): void {
    this.#endless += 1;
    if (this.#endless < MAX_ENDLESS) return;
    const text = `the service did not end ${MAX_ENDLESS} of its answers, so the checks were ended; the last: ${message}`;
    this.#end.abort(new CliError(exit, text));
  }

  /** Makes two projects and a key of the second one, where the service has projects. */
  async #prepare(): Promise<void> {
    const context = await this.#serviceOf({}, this.#signal).api("GET", "/auth/context");
    if (context.status !== 200) throw new Error(`GET /auth/context answered ${context.status}: ${context.text}`);
    this.#signal.throwIfAborted();
    this.#writes = true;
    for (const part of ["own", "other"]) {
      const json = { name: `${part}${this.#suffix}` };
      const { body, status, text } = await this.#organization.api("POST", "/org/projects", { json });
      const id = idOf(body);
      if (status >= 300 || id === undefined) {
        this.#withoutProject = `POST /org/projects answered ${status}: ${String(body?.message ?? text.slice(0, 200))}`;
        return;
      }
      this.#projects.push(id);
    }
    const json = { name: `key${this.#suffix}`, project_id: this.#projects[1] };
    const { body } = await this.#organization.api("POST", "/org/api_keys", { json });
    const key: unknown = body?.key;
    if (typeof key === "string")
      this.#stranger = this.#serviceOf({ token: key, project: undefined, listener: undefined }, this.#signal);
  }

  /** Calls in the project of the run; operations of the organization have no project. */
  #owner(inProject: ExampleService, organization: ExampleService): ExampleService {
    const isOfOrganization = (path: string): boolean => /^\/(org\/|audit-logs|projects)/.test(path);
    return {
      api: (method: string, path: string, options?: ApiOptions) =>
        (isOfOrganization(path) ? organization : inProject).api(method, path, options),
    };
  }

  /** The project of the run, as part of a caller. */
  get #ownProject(): CallerOptions {
    const [project] = this.#projects;
    return project === undefined ? {} : { project };
  }

  async #checkAll(): Promise<void> {
    const { isLocal, loginUrl, only, onOperation } = this.#options;
    const signal = this.#signal;
    const owner = this.#owner(this.#serviceOf(this.#ownProject, signal), this.#organization);
    const intruder = this.#serviceOf({ token: `wrong${this.#suffix}`, listener: undefined }, signal);
    const calls = new ExampleCalls(owner, loginUrl ?? "https://example.com/", {
      isLocal,
      suffix: this.#suffix,
      signal,
    });
    const chosen = specs
      .filter((spec) => (isLocal || !spec.localOnly) && (only?.(spec) ?? true))
      // A clock that moves ends the sessions that others use.
      .sort((a, b) => Number(groupOf(a) === "service") - Number(groupOf(b) === "service"));
    for (const [at, spec] of chosen.entries()) {
      signal.throwIfAborted();
      onOperation?.(spec.id, at, chosen.length);
      const record = new Recorder(signal);
      const start = performance.now();
      try {
        await this.#checkOperation(spec, calls, intruder, record);
      } catch (error) {
        if (!(error instanceof Skipped)) throw error;
        // A service may refuse a token before it says that it has no such operation.
        record.results.length = 0;
        record.skip("all", error.message);
      }
      await this.#created.endRunning(owner, await calls.kept());
      const { id: operation, method, path } = spec;
      this.#results.push({ operation, method, path, durationMs: performance.now() - start, checks: record.results });
    }
  }

  async #checkOperation(
    spec: OperationSpec,
    calls: ExampleCalls,
    intruder: ExampleService,
    record: Recorder,
  ): Promise<void> {
    const { groups, isLocal, loginUrl } = this.#options;
    const group = groupOf(spec);
    if (spec.id === endsService) throw new Skipped("it ends the service");
    if (group && !groups.includes(group)) throw new Skipped(`it ${groupEffects[group]}; add --include ${group}`);
    if (needsPage(spec) && loginUrl === undefined)
      throw new Skipped("it needs a page with a login form; add --page URL");
    const owner = calls.service;
    if (isLocal && spec.local?.unserved !== undefined) {
      requireSupport(await owner.api(spec.method, unknownPath(spec), jsonOf(spec)));
    }
    await checkTokens(spec, owner, intruder, record);
    let request: ExampleRequest | undefined;
    const restore = await this.#restoreOf(spec);
    const isPrepared = await record.check("preparation", async () => {
      request = await calls.prepare(spec);
      return [];
    });
    if (!isPrepared || !request) return;
    const ready = request;
    if (spec.deprecated) requirePresent(spec, await owner.api(spec.method, ready.path, { raw: "{" }));
    await checkUnknownId(spec, ready, owner, record);
    await checkStranger(spec, ready, this.#stranger, record);
    await checkBadRequests(spec, ready, owner, record);
    try {
      await checkExample(spec, ready, calls, () => calls.send(spec, ready).then(supported), record);
    } finally {
      await restore();
    }
  }

  /** Gives the function that undoes a change of the organization or the whole service. */
  async #restoreOf({ id, path }: OperationSpec): Promise<() => Promise<unknown>> {
    const undo = undoOf[id];
    if (undo) return () => this.#organization.api(...undo);
    if (id !== "org.updateLimits") return async () => {};
    const { body } = await this.#organization.api("GET", path);
    return () => this.#organization.api("PATCH", path, { json: body });
  }

  /**
   * Deletes everything that the run has created, and its projects. It is not interrupted, and gives up at the first
   * answer without an end.
   */
  async #cleanUp(): Promise<void> {
    if (!this.#writes) return;
    const givenUp = new AbortController();
    const limits: ClientServiceOptions = {
      onEndless: (error) => givenUp.abort(error),
      answerMs: this.#signal.aborted ? SETTLE_MS : undefined,
    };
    const serviceOf = (caller: CallerOptions): ClientService => this.#serviceOf(caller, givenUp.signal, limits);
    const organization = serviceOf({});
    const owned = this.#projects.map((project) => serviceOf({ project }));
    const sweep = async (): Promise<void> => {
      // A project must be empty before it can be deleted.
      for (const service of owned) await this.#created.sweep(service, undefined);
      if (owned.length === 0) await this.#created.sweep(organization, this.#suffix);
    };
    const owner = this.#owner(serviceOf(this.#ownProject), organization);
    this.left = await this.#created.deleteAll(owner, sweep, givenUp.signal);
  }
}

function supported(answer: Answer): Answer {
  requireSupport(answer);
  return answer;
}

/** Throws {@link Skipped} for a deprecated operation whose day has passed. */
function requirePresent({ deprecated }: OperationSpec, { status }: Answer): void {
  if (status === 410 && deprecated)
    throw new Skipped(`removed on ${deprecated.removal}: use ${deprecated.replacement}`);
}

function jsonOf({ bodyKind, example }: OperationSpec): ApiOptions {
  return bodyKind === undefined && example.body !== undefined ? { json: example.body } : {};
}
