import { expect } from "vitest";
import type { OperationSpec } from "../../../src/contract/operation.ts";
import { demoUsers } from "../../../src/demo-site/users.ts";
import { until } from "../until.ts";
import { rawZip } from "../zip.ts";
import { ownProjectId } from "./api-keys.ts";
import { servedSpecs } from "./conformance.ts";
import type { Answer, ApiOptions, TestService } from "./service.ts";

type Json = Record<string, unknown>;

/** Resource that a path parameter names, by the segment before the parameter. */
interface Resource {
  /** Creates one and gives its id; `parent` is the path before the segment. */
  create: (calls: ExampleCalls, parent: string) => Promise<string>;
  /** Ends it, and with it the stream of its events. */
  end?: (calls: ExampleCalls, path: string) => Promise<Answer>;
}

/** Resources that take more than the example of the operation that creates them, see {@link creationOf}. */
const resources: Readonly<Record<string, Resource>> = {
  browsers: {
    create: async (calls) => (await calls.service.create({ name: `session ${calls.count()}` })).session_id,
  },
  process: {
    create: async (calls, parent) => {
      const json = { command: "sh", args: ["-c", "echo ready; cat"], allocate_tty: true };
      return (await calls.done("POST", `${parent.replace("/_local", "")}/process/spawn`, { json })).body.process_id;
    },
    end: (calls, path) => calls.done("POST", `${path}/kill`, { json: { signal: "KILL" } }),
  },
  watch: {
    create: async (calls, parent) => {
      const { body } = await calls.done("POST", `${parent}/watch`, { json: { path: "/home/user" } });
      await calls.done("PUT", `${parent}/write_file?path=/home/user/watched.txt`, { bytes: "changed" });
      return body.watch_id;
    },
    end: (calls, path) => calls.done("DELETE", path),
  },
  executors: {
    create: async (calls, parent) => {
      const executor = `executor-${calls.count()}`;
      await calls.done("POST", `${parent}/execute`, { json: { code: "return 1", executor } });
      return executor;
    },
  },
  "custom-tools": {
    create: async (calls, parent) => {
      const source = `[{ kind: "page", match: { url_patterns: ["*"] }, execute: () => 1,
        tool: { name: "tool-${calls.count()}", description: "One", inputSchema: { type: "object" } } }]`;
      return (await calls.done("POST", `${parent}/custom-tools`, { json: { namespace: "example", source } })).body
        .tools[0].id;
    },
  },
  // Only an imported profile has data to download.
  profiles: {
    create: async (calls) =>
      (await calls.done("POST", `/_local/profiles/import?name=profile-${calls.count()}`, { bytes: '{"cookies":[]}' }))
        .body.id,
  },
  // The example names a host that a check would look for.
  proxies: {
    create: async (calls) => {
      const json = { type: "custom", name: `proxy-${calls.count()}`, config: { host: "127.0.0.1", port: 9 } };
      return (await calls.done("POST", "/proxies", { json })).body.id;
    },
  },
  // The example's program may not be on this machine.
  credential_providers: {
    create: async (calls) => {
      const command = ["/bin/sh", "-c", `echo '{"items":[{"path":"Team/Shop"}]}'`];
      const json = { name: `provider-${calls.count()}`, provider_type: "program", command };
      return (await calls.done("POST", "/org/credential_providers", { json })).body.id;
    },
  },
  // A profile has one connection to a domain.
  connections: {
    create: async (calls) => {
      const json = { domain: "localhost", profile_name: `shop-${calls.count()}`, login_url: calls.loginUrl };
      return (await calls.done("POST", "/auth/connections", { json })).body.id;
    },
    end: (calls, path) => calls.done("POST", `/_local${path}/cancel`),
  },
  // A name is unique, and a browser of each is enough.
  browser_pools: {
    create: async (calls) => {
      const json = { name: `pool-${calls.count()}`, size: 1, headless: true };
      return (await calls.done("POST", "/browser_pools", { json })).body.id;
    },
  },
  deployments: { create: (calls) => calls.deploy(`1.0.${calls.count()}`) },
  invocations: {
    create: async (calls) => {
      const app = await calls.app();
      return (await calls.done("POST", "/invocations", { json: { ...app, action_name: "wait", async: true } })).body.id;
    },
    end: (calls, path) => calls.done("PATCH", path, { json: { status: "succeeded", output: "1" } }),
  },
};

/** Preparation of an operation beside the resource of its path; gives the body to send in place of the example's. */
type Readiness = (calls: ExampleCalls, path: string) => Promise<Json | undefined>;

const readiness: Readonly<Record<string, Readiness>> = {
  "webmcp.invokeTool": async (calls, path) => {
    const tool = '{ name: "greet", description: "Greet", execute: async () => "hello" }';
    const code = `await page.goto("${calls.loginUrl}"); await page.evaluate('document.modelContext.registerTool(${tool})');`;
    await calls.done("POST", `${path.replace(/\/webmcp$/, "")}/playwright/execute`, { json: { code } });
    const { body } = await calls.done("GET", `${path}/tools`);
    return { tool_ref: body.tools[0].tool_ref, input: {} };
  },
  "pools.release": async (calls, path) => {
    const { body } = await calls.done("POST", `${path}/acquire`, { json: { acquire_timeout_seconds: 60 } });
    return { session_id: body.session_id, reuse: false };
  },
  "authConnections.submit": async (calls, path) => {
    await calls.logIn(path);
    return await calls.answerTo(path);
  },
  "authConnections.events": async (calls, path) => {
    await calls.logIn(path);
    return undefined;
  },
  "authConnections.exchange": async (calls, path) => ({ code: (await calls.logIn(path))?.body.handoff_code }),
  "local.cancelLogin": async (calls, path) => {
    await calls.logIn(path);
    await calls.answerTo(path);
    return undefined;
  },
  "local.checkLogin": async (calls, path) => {
    if (await calls.logIn(path)) await calls.done("POST", `${path}/submit`, { json: await calls.answerTo(path) });
    await until(async () => (await calls.done("GET", path)).body.flow_status === "SUCCESS");
    return undefined;
  },
};

/** Operations whose login goes on with a later operation, by that operation: each login needs a browser. */
const goesOn: Readonly<Record<string, string>> = {
  "authConnections.submit": "authConnections.login",
  "local.checkLogin": "authConnections.submit",
  "local.cancelLogin": "authConnections.exchange",
};

/** True for a segment of paths before the id of a resource. */
export function isResource(segment: string): boolean {
  return Object.hasOwn(resources, segment) || creationOf(segment) !== undefined;
}

/** The operation that posts to the list of a resource, and whose result has the id of the new one. */
function creationOf(segment: string): OperationSpec | undefined {
  const ofList = (path: string): boolean => path.endsWith(`/${segment}`);
  return servedSpecs
    .filter(({ method, path, example }) => method === "POST" && ofList(path) && "id" in Object(example.result))
    .sort((a, b) => a.path.length - b.path.length)[0];
}

/** Service as the owner of a token calls it. */
export type ExampleService = Pick<TestService, "api" | "create">;

/** Request of an example, with real ids. */
export interface ExampleRequest {
  /** Path with its query. */
  readonly path: string;
  readonly options: ApiOptions;
}

/** Sends the examples of operations to a service, with the resources they need. */
export class ExampleCalls {
  readonly service: ExampleService;
  /** A page of the demo site with a login form; it stands in for the URLs of examples. */
  readonly loginUrl: string;
  #counter = 0;
  readonly #shared = new Map<string, Promise<string>>();
  readonly #fixed: Readonly<Record<string, string>>;
  #app: Promise<Json> | undefined;
  /** Connections with a login, by the operation that was called last on it. */
  readonly #logins = new Map<string, string>();

  /** @param fixed ids of resources that are not created, by the segment of their paths. */
  constructor(service: ExampleService, loginUrl: string, fixed: Readonly<Record<string, string>> = {}) {
    this.service = service;
    this.#fixed = fixed;
    this.loginUrl = loginUrl;
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
    const { interaction_id, fields } = await until(
      async () => (await this.done("GET", path)).body,
      ({ flow_step }) => flow_step === "AWAITING_INPUT",
    );
    const [user] = demoUsers;
    const values = (fields as Json[]).map(({ id, type }) => [id, type === "password" ? user?.password : user?.email]);
    return { interaction_id, field_values: Object.fromEntries(values) };
  }

  /** Creates a resource, by the segment of its paths, and gives its id. */
  async make(segment: string, parent = ""): Promise<string> {
    const fixed = this.#fixed[segment];
    if (fixed !== undefined) return fixed;
    const resource = resources[segment];
    if (resource) return await resource.create(this, parent);
    const creation = creationOf(segment);
    if (creation) return await this.#createAsExample(creation, segment, parent);
    throw new Error(`nothing creates ${parent}/${segment}/{}: add "${segment}" to the table of example calls`);
  }

  /** A resource that calls share, by the segment of its paths. */
  async shared(segment: string): Promise<string> {
    const made = this.#shared.get(segment) ?? this.make(segment);
    this.#shared.set(segment, made);
    return await made;
  }

  /** Forgets the shared resource of a segment, which no longer exists. */
  forget(segment: string): void {
    this.#shared.delete(segment);
  }

  /** Sends a request that must succeed. */
  async done(method: string, path: string, options?: ApiOptions): Promise<Answer> {
    const answer = await this.service.api(method, path, options);
    expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300);
    return answer;
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
    form.append("file", new File([appZip()], "app.zip"));
    form.append("entrypoint_rel_path", "app.mjs");
    form.append("version", version);
    const { body } = await this.done("POST", "/deployments", { form });
    await until(
      async () => (await this.done("GET", `/deployments/${body.id}`)).body,
      ({ status }) => status === "running",
    );
    return body.id;
  }

  /** Creates a resource by an example, under a name of its own. */
  async #createAsExample(creation: OperationSpec, segment: string, parent: string): Promise<string> {
    const path = parent === "" ? await this.#resolve(creation) : `${parent}/${segment}`;
    const example = creation.example.body as Json | undefined;
    const name = example && "name" in example && { name: `${segment}-${this.count()}` };
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

  async #body({ id, bodyKind, example }: OperationSpec): Promise<ApiOptions> {
    if (example.body === undefined) return {};
    if (bodyKind === "bytes") return { bytes: String(example.body) };
    if (bodyKind === "multipart") return { form: formOf(example.body as Json, files[id] ?? plainZip) };
    const body = example.body as Json;
    const urls = ["url", "start_url"].filter((name) => name in body).map((name) => [name, this.loginUrl]);
    const project = "project_id" in body && { project_id: await ownProjectId(this.service) };
    return { json: { ...body, ...Object.fromEntries(urls), ...project } };
  }
}

/** The resource that the last parameter of a path names. */
function lastResource(spec: OperationSpec): Partial<Resource> {
  return resources[spec.path.split("/")[lastParameter(spec) - 1] ?? ""] ?? {};
}

function lastParameter({ path }: OperationSpec): number {
  return path.split("/").findLastIndex((segment) => segment.startsWith("{"));
}

/** Content of the files in the examples of forms; a small archive where nothing else is given. */
const files: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>> = {
  "extensions.activate": extensionZip,
  "extensions.upload": extensionZip,
  "deployments.create": appZip,
};

function plainZip(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(rawZip([{ name: "a.txt", data: "1" }]));
}

function extensionZip(): Uint8Array<ArrayBuffer> {
  const manifest = JSON.stringify({ manifest_version: 3, name: "Price tags", version: "1" });
  return new Uint8Array(rawZip([{ name: "manifest.json", data: manifest }]));
}

/** An app with the action of the example, and one that never ends. */
function appZip(): Uint8Array<ArrayBuffer> {
  const { app_name, action_name } = appExample();
  const source = `export default { name: ${JSON.stringify(app_name)}, actions: {
    ${JSON.stringify(action_name)}: () => ({ price: 12 }),
    wait: () => new Promise(() => setInterval(() => {}, 1_000)) } };`;
  return new Uint8Array(rawZip([{ name: "app.mjs", data: source }]));
}

function appExample(): Json {
  return servedSpecs.find(({ id }) => id === "invocations.create")?.example.body as Json;
}

/** The form of an example: files by their names, items of lists as `name[0][field]`, entries of maps as `name[key]`. */
function formOf(body: Json, content: () => Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  const add = (name: string, value: unknown): void => {
    const isFile = /(^|\[)(zip_)?file\]?$/.test(name);
    if (isFile) form.append(name, new File([content()], String(value)));
    else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    } else form.append(name, String(value));
  };
  for (const [name, value] of Object.entries(body)) add(name, value);
  return form;
}

function queryText(query: Readonly<Json> = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, String(inner)])
      : [[name, String(value)]],
  );
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
}
