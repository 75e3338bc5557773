import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parametersOf, servedSpecs } from "../../src/conformance/declarations.ts";
import { ExampleCalls, type ExampleRequest } from "../../src/conformance/example-calls.ts";
import type { Answer } from "../../src/conformance/example-service.ts";
import type { OperationSpec } from "../../src/contract/operation.ts";
import { type DemoSite, demoSite } from "../../src/demo-site/demo-site.ts";
import { ChangingBrowser, writePagelessBrowser } from "../support/browser/fake-browser.ts";
import { createKey, stateWithProjects } from "../support/service/api-keys.ts";
import { checkExample } from "../support/service/conformance.ts";
import { callsAs, type ProjectService, type TestProject } from "../support/service/projects.ts";
import { startService, type TestService } from "../support/service/service.ts";
import {
  Identifiers,
  ProjectAnswers,
  type Reference,
  readerOf,
  referencesOf,
  shown,
  unknownLike,
  variants,
  withReference,
} from "./support/isolation.ts";

/** Operations by their scope: the organization, one record of a project, or a project as a whole. */
const ofOrganization = servedSpecs.filter(({ needs }) => needs === "organization");
const others = servedSpecs.filter(({ needs }) => needs === undefined);
const ofRecord = others.filter((spec) => parametersOf(spec).length > 0);
const ofProject = others.filter((spec) => parametersOf(spec).length === 0);
/** Operations on a login, which needs a browser with pages. */
const isLogin = ({ path }: OperationSpec): boolean => path.includes("/auth/connections/");

/** Reads that show an organization-wide key the whole service. */
const ofService = ["local.status", "local.chaosGet"];
/** True when an organization-wide key reaches everything, whatever project its header names. */
const ignoresHeader = ({ id, path, unscoped }: OperationSpec): boolean =>
  unscoped === true || path.startsWith("/org/") || ofService.includes(id);

/** Ways to call as a project, each with projects that nobody else uses: one before anything exists, one after. */
const ways = ["key", "header"] as const;
type Way = (typeof ways)[number];
const projectOf = (when: "before" | "after", way: Way, { id }: Pick<OperationSpec, "id">): string =>
  `${when} ${way} ${id}`;

/** Only the session that the owner shares and its logins have a browser with pages. */
const browser = new ChangingBrowser(writePagelessBrowser());
let service: TestService;
let site: DemoSite;
let url: string;
/** Projects by their names, and the keys that are limited to them. */
let projects: Readonly<Record<string, string>>;
const keys = new Map<string, string>();
/** Calls of the project that has everything, and two ways to call as others. */
let owner: ExampleCalls;
let strangers: Readonly<Record<Way, ExampleCalls>>;
/** Answers of an empty service. */
const before = new Map<string, object>();
/** Ids and names of the owner. */
const owned = new Identifiers();
/** Answers to keys of one project. */
const toProjects = new ProjectAnswers();
let memory = Number.POSITIVE_INFINITY;

beforeAll(async () => {
  site = await demoSite({ now: Date.now });
  url = site.on("main", "/password");
  const own = (["before", "after"] as const).flatMap((when) =>
    ways.flatMap((way) => ofProject.map((spec) => projectOf(when, way, spec))),
  );
  const state = await stateWithProjects("the owner", "by key", "by header", ...own);
  projects = state.ids;
  service = await startService({
    stateDir: state.stateDir,
    browser: browser.path,
    availableMemory: () => memory,
  });
  // A day before deprecated operations are removed.
  await service.clock.set(Date.UTC(2026, 5));
  for (const [name, project_id] of Object.entries(projects)) {
    keys.set(name, (await createKey(service, { project_id, name: `key of ${name}` })).key);
  }
  await hideFromProjects();
  owner = new ExampleCalls(noted(callsOf("the owner", "key")), url, { fixed: { projects: project("the owner").id } });
  strangers = {
    key: new ExampleCalls(callsOf("by key", "key"), url),
    header: new ExampleCalls(callsOf("by header", "header"), url),
  };
  for (const way of ways) {
    for (const spec of ofProject) {
      for (const [name, answer] of await answersOfProject(spec, way, "before")) before.set(name, answer);
    }
  }
  owned.note(project("the owner"));
  browser.useChromium();
  await owner.shared("browsers");
  browser.useStandIn();
  for (const spec of ofProject.filter(({ method }) => method !== "GET")) {
    const { answer } = await owner.call(spec);
    expect(answer.status, `${spec.id} ${answer.text}`).toBeLessThan(300);
  }
});
afterAll(async () => {
  await site.close();
  await service.stop();
});

function project(name: string): TestProject {
  const id = projects[name];
  if (id === undefined) throw new Error(`no project "${name}"`);
  return { name, id };
}

function callsOf(name: string, way: Way): ProjectService {
  if (way === "header") return callsAs(service, project(name), undefined);
  const own = project(name);
  return toProjects.checked(callsAs(service, own, keys.get(name)), [own.id, ...quoted(own.name)]);
}

/** A name in JSON, and in the text of an error in JSON. */
function quoted(name: string): string[] {
  return [JSON.stringify(name), JSON.stringify(JSON.stringify(name)).slice(1, -1)];
}

/** Hides keys of the organization, all projects and the paths of the machine from keys of one project. */
async function hideFromProjects(): Promise<void> {
  const { name } = await createKey(service, { name: "key of the whole organization" });
  const { body } = await service.api("GET", "/org/api_keys?status=all&limit=100");
  const ofOrganization = (body as { id: string; project_id: string | null }[]).filter((key) => key.project_id === null);
  toProjects.hide(name, "start-up key", ...ofOrganization.map(({ id }) => id));
  for (const [each, id] of Object.entries(projects)) toProjects.hide(id, ...quoted(each));
  const { stateDir, tempRoot } = service;
  toProjects.hide(
    stateDir,
    tempRoot,
    homedir(),
    process.execPath,
    process.cwd(),
    browser.path,
    join(tmpdir(), "browserctl"),
  );
}

/** Records the ids and names in all answers. */
function noted(calls: ProjectService): ProjectService {
  const api: ProjectService["api"] = async (...request) => {
    const answer = await calls.api(...request);
    owned.note(answer.body ?? answer.text);
    return answer;
  };
  const create: ProjectService["create"] = async (body) => {
    const record = await calls.create(body);
    owned.note(record);
    return record;
  };
  return { api, create };
}

/** Answers of an operation on an empty project as a whole. */
async function answersOfProject(spec: OperationSpec, way: Way, when: "before" | "after") {
  const own = project(projectOf(when, way, spec));
  const calls = callsOf(own.name, way);
  const answers: [string, object][] = [];
  // A changing operation depends only on the key, and a browser is expensive.
  if (way === "header" && spec.method !== "GET" && when === "before") return answers;
  const request = await new ExampleCalls(calls, url).prepare(spec);
  for (const [name, { path, options }] of Object.entries(variants(spec, request))) {
    const answer = await calls.api(spec.method, path, options);
    if (when === "before") owned.ignore(answer.text);
    expect(owned.in(answer.text, JSON.stringify([spec.example.body, spec.example.query]))).toEqual([]);
    answers.push([`${spec.id}${name} ${way}`, shown(answer, { [own.id]: "<own>", [own.name]: "<own>" })]);
  }
  return answers;
}

describe("an operation of the organization", () => {
  test.each(ofOrganization)("$id is 403 for a key of one project, in the same words for everything", async (spec) => {
    const calls = strangers.key;
    const options = spec.example.body === undefined ? {} : { json: spec.example.body };
    const answers: object[] = [];
    for (const id of [project("the owner").id, "the owner", project("by key").id, unknownLike("the owner")]) {
      const path = spec.path.replaceAll(/\{\w+\}/g, encodeURIComponent(id));
      const answer = await calls.service.api(spec.method, path, options);
      expect(answer.status, answer.text).toBe(403);
      answers.push(shown(answer, { [id]: "<requested>" }));
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  });
});

describe.each(ways)("by %s, an operation on a project", (way) => {
  const tested = ofProject.filter((spec) => way === "key" || !ignoresHeader(spec));
  test.each(tested)("$id answers as if there were no other project", async (spec) => {
    if (spec.response.kind === "sse") throw new Error("a stream of a whole project: say here what must not be in it");
    const answers = await answersOfProject(spec, way, "after");
    expect(answers).not.toEqual([]);
    for (const [name, answer] of answers) {
      expect(answer, name).toEqual(before.get(name) ?? before.get(name.replace("header", "key")));
    }
  });
});

/** Calls an operation on a record of the owner as the owner's project, and before and after that as others. */
async function checkRecord(spec: OperationSpec): Promise<void> {
  const request = await owner.prepare(spec);
  const { path, options } = request;
  const read = await recordRead(spec, path);
  const unchanged = await read();
  const check = async (): Promise<void> => {
    for (const calls of ignoresHeader(spec) ? [strangers.key] : Object.values(strangers)) {
      for (const [theirs, none] of await foreignPaths(spec, path, calls)) {
        const send = (each: string): Promise<Answer> => calls.service.api(spec.method, each, options);
        const [answer, wanted] = [await send(theirs), await send(none)];
        expect(answer.status, `${spec.method} ${theirs} ${answer.text}`).toBe(404);
        expect(shown(answer, requested(spec, theirs))).toEqual(shown(wanted, requested(spec, none)));
        expect(owned.in(answer.text, decodeURIComponent(theirs))).toEqual([]);
      }
    }
  };
  await check();
  expect(await read()).toEqual(unchanged);
  checkExample(spec, path, await owner.send(spec, request));
  if (spec.method === "DELETE") await check();
}

const asDeclared = "answers its example as declared; to other projects, as if there were no such record";

describe("an operation on a record", () => {
  test.each(ofRecord.filter((spec) => !isLogin(spec)))(`$id ${asDeclared}`, checkRecord);
});

/** Texts in the place of the parameters of a path. */
function requested(spec: OperationSpec, path: string): Record<string, string> {
  const segments = (path.split("?")[0] ?? "").split("/");
  return Object.fromEntries(parametersOf(spec).map((at) => [decodeURIComponent(segments[at] ?? ""), "<requested>"]));
}

/**
 * Paths to a record of the owner, each with the corresponding path to an unknown record: by id, by name, and inside a
 * resource of the caller.
 */
async function foreignPaths(spec: OperationSpec, path: string, calls: ExampleCalls): Promise<[string, string][]> {
  const [pathname = "", query] = path.split("?");
  const segments = pathname.split("/");
  const with_ = (replaced: readonly string[]): string => replaced.join("/") + (query === undefined ? "" : `?${query}`);
  const places = parametersOf(spec);
  const pair = (theirs: readonly string[], changed: readonly number[]): [string, string] => [
    with_(theirs),
    with_(theirs.map((each, at) => (changed.includes(at) ? encodeURIComponent(unknownLike(each)) : each))),
  ];
  const pairs = [pair(segments, places)];
  const [first = 0, second] = places;
  if (spec.path.split("/")[first] === "{id_or_name}") {
    const name = owned.nameOf(segments[first] ?? "");
    if (name === undefined) throw new Error(`${path}: give its resource a name, in the table of example calls`);
    pairs.push(pair(segments.with(first, encodeURIComponent(name)), places));
  }
  if (second !== undefined) {
    const own = await calls.shared(segments[first - 1] ?? "");
    pairs.push(pair(segments.with(first, own), [second]));
  }
  return pairs;
}

/** Reads the record that a path of the owner is about. */
async function recordRead(spec: OperationSpec, path: string): Promise<() => Promise<object | undefined>> {
  const reader = readerOf(spec);
  if (!reader) return async () => undefined;
  const above = (path.split("?")[0] ?? "").split("/").slice(0, reader.length).join("/");
  return async () => shown(await owner.service.api("GET", above));
}

describe("a reference to a record of another project", () => {
  const references = others.flatMap((spec) =>
    referencesOf(spec).map((reference) => ({ ...reference, spec, title: `${spec.id} ${reference.path.join(".")}` })),
  );

  test.each(references)(
    "a reference to a record of another project ($title) is like an unknown one",
    async ({ spec, part, path, resource, by }) => {
      const theirs = await nameOf(resource, by);
      const none = unknownLike(theirs);
      for (const calls of ignoresHeader(spec) ? [strangers.key] : Object.values(strangers)) {
        const request = await calls.prepare(spec);
        const send = (name: string) => sendReference(calls, spec, request, { part, path, resource, by }, name);
        const [answer, wanted] = [await send(theirs), await send(none)];
        expect(shown(answer, { [theirs]: "<requested>" })).toEqual(shown(wanted, { [none]: "<requested>" }));
        expect(owned.in(answer.text, theirs)).toEqual([]);
        if (part === "body" && answer.status !== 403) expect(answer.text).toContain(theirs);
      }
    },
  );

  async function nameOf(resource: string, by: "id" | "name"): Promise<string> {
    const id = await owner.make(resource);
    if (by === "id") return id;
    const name = owned.nameOf(id);
    if (name === undefined) throw new Error(`give ${resource} a name, in the table of example calls`);
    return name;
  }

  async function sendReference(
    calls: ExampleCalls,
    spec: OperationSpec,
    { path, options }: ExampleRequest,
    reference: Reference,
    name: string,
  ): Promise<Answer> {
    if (reference.part === "body") {
      return calls.service.api(spec.method, path, { json: withReference(options.json, reference.path, name) });
    }
    const [pathname, query] = path.split("?");
    const search = new URLSearchParams(query);
    search.set(reference.path.join("."), name);
    return calls.service.api(spec.method, `${pathname}?${search}`, options);
  }
});

describe("beside its own operations, a project does not see", () => {
  const messageOf = async (calls: ExampleCalls, path: string): Promise<unknown> => {
    const { status, body } = await calls.service.api("GET", path);
    return { status, code: body.code, message: body.message };
  };

  test("a project does not see by the answer to its name in a header whether another one exists", async () => {
    const { api } = strangers.key.service;
    const answers = await Promise.all(
      ["the owner", project("the owner").id, "default", "nobody"].flatMap((name) =>
        ["X-Kernel-Project", "X-Kernel-Project-Id"].map(async (header) =>
          shown(await api("GET", "/browsers", { headers: { [header]: name } }), { [name]: "<requested>" }),
        ),
      ),
    );
    expect(answers[0]).toMatchObject({ status: 403 });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test("a project does not see that a session of another has ended", async () => {
    const json = { name: "ended soon", headless: true };
    const { session_id } = (await owner.done("POST", "/browsers", { json })).body;
    await owner.done("DELETE", `/browsers/${session_id}`);
    for (const calls of Object.values(strangers)) {
      for (const each of [session_id, encodeURIComponent("ended soon")]) {
        const message = `there is no session ${JSON.stringify(decodeURIComponent(each))}`;
        const wanted = { status: 404, code: "not_found", message };
        expect(await messageOf(calls, `/browsers/${each}?include_deleted=true`)).toEqual(wanted);
        expect(await messageOf(calls, `/browsers/${each}/fs/file_info?path=/tmp`)).toEqual(wanted);
        expect(await messageOf(calls, `/_local/browsers/${each}`)).toEqual(wanted);
      }
    }
  });

  test("a project does not see that its name for a session is the id of a session of another", async () => {
    const calls = strangers.key;
    const theirs = await owner.shared("browsers");
    const own = await calls.shared("browsers");
    await calls.done("PATCH", `/browsers/${own}`, { json: { name: theirs } });
    expect((await calls.done("GET", `/browsers/${theirs}`)).body.session_id).toBe(own);
    await calls.done("PATCH", `/browsers/${own}`, { json: { name: null } });
    expect((await owner.done("GET", `/browsers/${theirs}`)).body.session_id).toBe(theirs);
  });

  test("a project does not see how many sessions of others use the memory", async () => {
    await owner.shared("browsers");
    memory = 0;
    const empty = callsOf(projectOf("after", "key", { id: "profiles.list" }), "key");
    const { status, body } = await empty.api("POST", "/browsers");
    memory = Number.POSITIVE_INFINITY;
    expect({ status, message: body.message }).toEqual({
      status: 503,
      message:
        "not enough memory for another browser: 0 MiB available, 300 MiB needed; 0 sessions of the project are active",
    });
  });

  test("a project does not see in the status of the service what runs in others", async () => {
    await owner.shared("browsers");
    const { body } = await callsOf("the owner", "key").api("GET", "/_local/status");
    expect(body.active_sessions).toBeGreaterThan(0);
    const empty = callsOf(projectOf("after", "key", { id: "profiles.list" }), "key");
    const seen = (await empty.api("GET", "/_local/status")).body;
    expect(seen).toMatchObject({ active_sessions: 0, active_invocations: 0 });
    const whole = (await service.api("GET", "/_local/status")).body;
    expect(whole.active_sessions).toBeGreaterThan(body.active_sessions);
  });
});

/** These run last: a login that is not over may still start its browser. */
describe("an operation on a connection or its login", () => {
  beforeAll(() => browser.useChromium());

  test.each(ofRecord.filter(isLogin))(`$id ${asDeclared}`, checkRecord);
});

test("no answer to a key of one project names the machine's paths, other projects or keys of the organization", () => {
  // Each answer is checked when it arrives.
  expect(others.map(({ id }) => id).filter((id) => !toProjects.answered.has(id))).toEqual([]);
});
