import type { OperationSpec } from "../contract/operation.ts";
import { pause } from "../core/pause.ts";
import { demoUsers } from "../demo-site/users.ts";
import { servedSpecs, specs } from "./declarations.ts";
import { appExample, appZip, exampleFiles, formOf, plainZip, queryText } from "./example-bodies.ts";
import { goesOn, type Resource, readiness, resources } from "./example-resources.ts";
import { type Answer, type ApiOptions, type ExampleService, PreparationError } from "./example-service.ts";

type Json = Record<string, unknown>;

/** True for a segment of paths before the id of a resource. */
export function isResource(segment: string): boolean {
  return Object.hasOwn(resources, segment) || creationOf(segment) !== undefined;
}

/** The operation that posts to the list of a resource, and whose result has the id of the new one. */
function creationOf(segment: string, among = servedSpecs): OperationSpec | undefined {
  const ofList = (path: string): boolean => path.endsWith(`/${segment}`);
  return among
    .filter(({ deprecated, method, path }) => method === "POST" && ofList(path) && deprecated === undefined)
    .filter(({ example }) => "id" in Object(example.result))
    .sort((a, b) => a.path.length - b.path.length)[0];
}

/** Error for a path whose resource no example creates. */
export class MissingExample extends Error {}

/** Request of an example, with real ids. */
export interface ExampleRequest {
  /** Path with its query. */
  readonly path: string;
  readonly options: ApiOptions;
}

/** Surroundings of the examples. */
export interface ExampleOptions {
  /** Ids of resources that are not created, by the segment of their paths. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** `false` for a service that has no operations of the local service. */
  readonly isLocal?: boolean;
  /** Appended to the names of what the examples create. */
  readonly suffix?: string;
  /** Ends waits. */
  readonly signal?: AbortSignal;
}

/** Maximum time that something created may take until it can be used, in milliseconds. */
const MAX_WAIT_MS = 60_000;
const FIRST_PAUSE_MS = 2;
const MAX_PAUSE_MS = 200;

/** Sends the examples of operations to a service, with the resources they need. */
export class ExampleCalls {
  readonly service: ExampleService;
  readonly isLocal: boolean;
  /** A page of the demo site with a login form; it stands in for the URLs of examples. */
  readonly loginUrl: string;
  #counter = 0;
  readonly #shared = new Map<string, Promise<string>>();
  readonly #options: ExampleOptions;
  #app: Promise<Json> | undefined;
  /** Connections with a login, by the operation that was called last on it. */
  readonly #logins = new Map<string, string>();

  constructor(service: ExampleService, loginUrl: string, options: ExampleOptions = {}) {
    this.service = service;
    this.loginUrl = loginUrl;
    this.isLocal = options.isLocal ?? true;
    this.#options = options;
  }

  /** Sends the example of an operation, with the resources it needs. */
  async call(spec: OperationSpec): Promise<{ path: string; answer: Answer }> {
    const request = await this.prepare(spec);
    return { path: request.path, answer: await this.send(spec, request) };
  }

  /** Sends a prepared request; a stream is read from its first event to its end. */
  async send(spec: OperationSpec, { path, options }: ExampleRequest): Promise<Answer> {
    const resource = path.split("/", lastParameter(spec) + 1).join("/");
    if (Object.values(goesOn).includes(spec.id)) this.#logins.set(spec.id, resource.split("/").at(-1) ?? "");
    return await this.service.api(spec.method, path, {
      ...options,
      ...(spec.response.kind === "sse" && { onFirstEvent: () => this.end(spec, path) }),
    });
  }

  /** Ends the resource of a request's path, and with it the stream of its events. */
  async end(spec: OperationSpec, path: string): Promise<unknown> {
    return lastResource(spec).end?.(this, path.split("/", lastParameter(spec) + 1).join("/"));
  }

  /** Creates the resources that the example of an operation names, and gives its request. */
  async prepare(spec: OperationSpec): Promise<ExampleRequest> {
    const path = await this.#resolve(spec);
    if (spec.id === "invocations.create") await this.app();
    if (spec.area === "fs") await this.#createFiles(path, spec);
    const ready = await readiness[spec.id]?.(this, path.replace(/^\/_local|\/[^/]*$/g, ""));
    const options = ready ? { json: ready } : await this.#body(spec);
    return { path: path + queryText(spec.example.query), options };
  }

  /** Starts the login of a connection, by its path, if it has none. */
  async logIn(path: string): Promise<Answer | undefined> {
    if ([...this.#logins.values()].some((id) => path.endsWith(`/${id}`))) return undefined;
    return await this.done("POST", `${path}/login`);
  }

  /** Waits until the login of a connection asks, and gives the answer to submit. */
  async answerTo(path: string): Promise<Json> {
    const { interaction_id, fields } = await this.until(
      async () => (await this.done("GET", path)).body,
      ({ flow_step }) => flow_step === "AWAITING_INPUT",
    );
    const [user] = demoUsers;
    const values = (fields as Json[]).map(({ id, type }) => [id, type === "password" ? user?.password : user?.email]);
    return { interaction_id, field_values: Object.fromEntries(values) };
  }

  /** Creates a resource, by the segment of its paths, and gives its id. */
  async make(segment: string, parent = ""): Promise<string> {
    const fixed = this.#options.fixed?.[segment];
    if (fixed !== undefined) return fixed;
    const resource = resources[segment];
    if (resource) return await resource.create(this, parent);
    const creation = creationOf(segment, this.isLocal ? servedSpecs : specs);
    if (creation) return await this.#createAsExample(creation, segment, parent);
    throw new MissingExample(`no example creates ${parent}/${segment}/{}`);
  }

  /** A resource that calls share, by the segment of its paths. */
  async shared(segment: string): Promise<string> {
    const made = this.#shared.get(segment) ?? this.make(segment);
    this.#shared.set(segment, made);
    return await made;
  }

  /** Ids of the resources that later calls use. */
  async kept(): Promise<string[]> {
    const shared = await Promise.all([...this.#shared.values()].map((id) => id.catch(() => "")));
    return [...shared, ...this.#logins.values()];
  }

  /** Forgets the shared resource of a segment, which no longer exists. */
  forget(segment: string): void {
    this.#shared.delete(segment);
  }

  /** Sends a request that must succeed. */
  async done(method: string, path: string, options?: ApiOptions): Promise<Answer> {
    const answer = await this.service.api(method, path, options);
    if (answer.status >= 300) throw new PreparationError(method, path, answer);
    return answer;
  }

  /** Reads a value until `accepts` takes it. Throws after a minute. */
  async until<T>(read: () => Promise<T>, accepts: (value: T) => boolean): Promise<T> {
    const end = performance.now() + MAX_WAIT_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)) {
      const value = await read();
      if (accepts(value)) return value;
      if (performance.now() > end) {
        throw new Error(`waited ${MAX_WAIT_MS / 1_000} s in vain; the last answer was ${JSON.stringify(value)}`);
      }
      await pause(pauseMs, this.#options.signal);
    }
  }

  /** Appended to the names of what the examples create. */
  get suffix(): string {
    return this.#options.suffix ?? "";
  }

  /** A number that no call of this service was given before. */
  count(): number {
    this.#counter += 1;
    return this.#counter;
  }

  /** Name and version of the app that the example of `invocations.create` invokes. */
  app(): Promise<Json> {
    const { app_name, version } = appExample();
    this.#app ??= this.deploy(String(version)).then(() => ({ app_name, version }));
    return this.#app;
  }

  /** Deploys a version of the app and waits until it runs. */
  async deploy(version: string): Promise<string> {
    const form = new FormData();
    form.append("file", new File([await appZip()], "app.zip"));
    form.append("entrypoint_rel_path", "app.mjs");
    form.append("version", version);
    const { body } = await this.done("POST", "/deployments", { form });
    await this.until(
      async () => (await this.done("GET", `/deployments/${body.id}`)).body,
      ({ status }) => status === "running",
    );
    return body.id;
  }

  /** Creates a resource by an example, under a name of its own. */
  async #createAsExample(creation: OperationSpec, segment: string, parent: string): Promise<string> {
    const path = parent === "" ? await this.#resolve(creation) : `${parent}/${segment}`;
    const example = creation.example.body as Json | undefined;
    const name = example && "name" in example && { name: `${segment}-${this.count()}${this.suffix}` };
    const options = await this.#body({ ...creation, example: { ...creation.example, body: { ...example, ...name } } });
    return (await this.done("POST", path, options)).body.id;
  }

  /** The path of an operation with real ids. Only sessions are shared, unless the operation ends them. */
  async #resolve({ id, method, path }: OperationSpec): Promise<string> {
    const segments: string[] = [];
    for (const segment of path.split("/")) {
      const name = segments.at(-1) ?? "";
      if (!segment.startsWith("{")) segments.push(segment);
      else if (name === "connections" && this.#logins.has(goesOn[id] ?? "")) {
        segments.push(this.#logins.get(goesOn[id] ?? "") ?? "");
      } else if (name === "browsers" && !(method === "DELETE" && path.endsWith(segment))) {
        segments.push(await this.shared(name));
      } else {
        segments.push(await this.make(name, segments.slice(0, -1).join("/")));
      }
    }
    return segments.join("/");
  }

  /** Creates the file or directory that the example of a file operation reads or changes. */
  async #createFiles(path: string, { example }: OperationSpec): Promise<void> {
    const fs = path.slice(0, path.indexOf("/fs/") + 3);
    const given = { ...example.query, ...(example.body as Json | undefined) };
    for (const name of [given["path"], given["src_path"]].filter((each) => typeof each === "string")) {
      const file = /\.\w+$/.test(name) ? name : `${name}/june.txt`;
      await this.done("PUT", `${fs}/write_file?path=${encodeURIComponent(file)}`, { bytes: "hello" });
    }
  }

  /** Id of the project that the calls work in. */
  async #projectId(): Promise<string> {
    const idIn = ({ body }: Answer): string | null => body.authorization.effective_scope.project_id;
    const own = idIn(await this.done("GET", "/auth/context"));
    return own ?? idIn(await this.done("GET", "/auth/context", { headers: { "X-Kernel-Project": "default" } })) ?? "";
  }

  /** Body of the example of an operation, with real addresses and names. */
  async #body({ id, method, bodyKind, example }: OperationSpec): Promise<ApiOptions> {
    if (example.body === undefined) return {};
    if (bodyKind === "bytes") return { bytes: String(example.body) };
    if (bodyKind === "multipart") return { form: formOf(example.body as Json, await (exampleFiles[id] ?? plainZip)()) };
    const body = example.body as Json;
    const urls = ["url", "start_url"].filter((name) => name in body).map((name) => [name, this.loginUrl]);
    const project = "project_id" in body && { project_id: await this.#projectId() };
    const { suffix } = this.#options;
    const given = body["name"];
    const isNamed =
      (method === "POST" || method === "PATCH") &&
      suffix !== undefined &&
      typeof given === "string" &&
      !given.endsWith(suffix);
    const name = isNamed && { name: `${given}${suffix}` };
    return { json: { ...body, ...Object.fromEntries(urls), ...project, ...name } };
  }
}

/** The resource that the last parameter of a path names. */
function lastResource(spec: OperationSpec): Partial<Resource> {
  return resources[spec.path.split("/")[lastParameter(spec) - 1] ?? ""] ?? {};
}

function lastParameter({ path }: OperationSpec): number {
  return path.split("/").findLastIndex((segment) => segment.startsWith("{"));
}
