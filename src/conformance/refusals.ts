import type { OperationSpec } from "../contract/operation.ts";
import type { PlainSchema } from "../contract/plain.ts";
import { parametersOf } from "./declarations.ts";
import type { ExampleRequest } from "./example-calls.ts";
import type { ApiOptions, ExampleService } from "./example-service.ts";
import { type Recorder, refusalProblems } from "./recorder.ts";

/** Name of a member that no declaration has. */
const UNKNOWN_MEMBER = "browserctl_unknown";
/** Text in the form of an id that no record has. */
const UNKNOWN_ID = "z0z0z0z0z0z0z0z0z0z0z0z0";

/** A request that the service must refuse. */
interface BadRequest {
  readonly name: string;
  readonly path: string;
  readonly options: ApiOptions;
}

/** Path of an operation with ids that no record has. */
export function unknownPath({ path }: Pick<OperationSpec, "path">): string {
  return path.replace(/\{\w+\}/g, UNKNOWN_ID);
}

/** Checks that a request without a token, and one with a wrong one, are refused. */
export async function checkTokens(
  spec: OperationSpec,
  owner: ExampleService,
  intruder: ExampleService,
  record: Recorder,
): Promise<void> {
  const path = unknownPath(spec);
  const callers = {
    "no token": () => owner.api(spec.method, path, { anonymous: true }),
    "wrong token": () => intruder.api(spec.method, path),
  };
  for (const [name, call] of Object.entries(callers)) {
    await record.check(name, async () => refusalProblems(spec.method, path, await call(), [401]));
  }
}

/** Checks that a record that does not exist is 404. */
export async function checkUnknownId(
  spec: OperationSpec,
  { options }: ExampleRequest,
  owner: ExampleService,
  record: Recorder,
): Promise<void> {
  if (parametersOf(spec).length === 0) return;
  const path = unknownPath(spec) + queryOf(spec);
  await record.check("unknown id", async () =>
    refusalProblems(spec.method, path, await owner.api(spec.method, path, options), [404]),
  );
}

/** Checks that a key of another project gets the answer of a record that does not exist. */
export async function checkStranger(
  spec: OperationSpec,
  { path, options }: ExampleRequest,
  stranger: ExampleService | undefined,
  record: Recorder,
): Promise<void> {
  const isOfProject = spec.needs === undefined && !spec.path.startsWith("/org/") && parametersOf(spec).length > 0;
  if (!isOfProject) return;
  if (!stranger) return record.skip("other project", "the service gave no key of another project");
  await record.check("other project", async () => {
    const answer = await stranger.api(spec.method, path, options);
    return refusalProblems(spec.method, path, answer, [404]);
  });
}

/** Checks that requests with a mistake are refused, before the example has any effect. */
export async function checkBadRequests(
  spec: OperationSpec,
  request: ExampleRequest,
  owner: ExampleService,
  record: Recorder,
): Promise<void> {
  for (const { name, options, path } of [...badBodies(spec, request), ...badQueries(spec, request)]) {
    await record.check(name, async () =>
      refusalProblems(spec.method, path, await owner.api(spec.method, path, options), [400]),
    );
  }
}

function badBodies(spec: OperationSpec, { path, options }: ExampleRequest): BadRequest[] {
  const schema = spec.body as PlainSchema | undefined;
  if (schema === undefined || spec.bodyKind !== undefined) return [];
  const body = (options.json ?? {}) as Readonly<Record<string, unknown>>;
  const bad: BadRequest[] = [{ name: "broken JSON", path, options: { raw: "{" } }];
  const add = (name: string, json: unknown): void => void bad.push({ name, path, options: { json } });
  if (schema.additionalProperties === false) add("unknown field", { ...body, [UNKNOWN_MEMBER]: true });
  const [required] = schema.required ?? [];
  if (required !== undefined) {
    const { [required]: _, ...rest } = body;
    add("missing field", rest);
  }
  const typed = Object.entries(schema.properties ?? {}).find(([, { type }]) => typeof type === "string");
  if (typed) add("wrong type", { ...body, [typed[0]]: typed[1].type === "array" ? 1 : [[]] });
  return bad;
}

function badQueries(spec: OperationSpec, { options, path }: ExampleRequest): BadRequest[] {
  const schema = spec.query as PlainSchema | undefined;
  if (schema === undefined) return [];
  const bad: BadRequest[] = [];
  const add = (name: string, query: string): void =>
    void bad.push({ name, path: `${path.split("?")[0]}?${withQuery(path, query)}`, options });
  if (spec.paging === "offset") add("limit of 0", "limit=0");
  const maximum = schema.properties?.["limit"]?.maximum;
  if (spec.paging === "offset" && maximum !== undefined) add("limit above the maximum", `limit=${maximum + 1}`);
  return bad;
}

/** Query of a path in which the members of another one are replaced. */
function withQuery(path: string, query: string): string {
  const all = new URLSearchParams(path.split("?")[1] ?? "");
  for (const [name, value] of new URLSearchParams(query)) all.set(name, value);
  return all.toString();
}

function queryOf({ example }: OperationSpec): string {
  const entries = Object.entries(example.query ?? {}).filter(([, value]) => typeof value !== "object");
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}
