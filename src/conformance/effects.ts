import type { OperationSpec } from "../contract/operation.ts";
import { pagings } from "../contract/paging.ts";
import type { PlainSchema } from "../contract/plain.ts";
import { answerProblems, wholeFrames } from "./check-answer.ts";
import { siblingOf } from "./declarations.ts";
import type { ExampleCalls, ExampleRequest } from "./example-calls.ts";
import type { Answer } from "./example-service.ts";
import { type Recorder, refusalProblems } from "./recorder.ts";

type Json = Readonly<Record<string, unknown>>;

/** Sends the example, compares its answer with the declaration, and then checks the effect of the call. */
export async function checkExample(
  spec: OperationSpec,
  request: ExampleRequest,
  calls: ExampleCalls,
  send: () => Promise<Answer>,
  record: Recorder,
): Promise<void> {
  let answer: Answer | undefined;
  const { method } = spec;
  const isDone = await record.check("example", async () => {
    answer = await send();
    if (answer.status >= 300) return [`status ${answer.status}, not a success: ${answer.text.slice(0, 200)}`];
    const problems = answerProblems(method, request.path, answer);
    const isEmpty = spec.response.kind === "sse" && wholeFrames(answer.text).length === 0;
    return isEmpty ? [...problems, "the stream has no events"] : problems;
  });
  if (!answer || answer.status >= 300) return;
  await checkSecrets(spec, request, answer, record);
  await checkOwnId(spec, request, answer, record);
  if (!isDone) return;
  const { service } = calls;
  if (method === "DELETE") await checkDeleted(spec, request, calls, record);
  if (method === "PATCH") await checkUpdated(spec, request, calls, record);
  if (method === "POST" && spec.response.kind === "json") await checkCreated(spec, request, answer, calls, record);
  if (spec.paging === "offset") await checkPages(spec, request, calls, record);
  if (method === "GET" && spec.response.kind === "json" && !spec.localOnly) {
    await record.check("repeated", async () =>
      answerProblems(method, request.path, await service.api(method, request.path)),
    );
  }
}

/** Checks that an answer does not repeat secrets of its request. */
async function checkSecrets(
  spec: OperationSpec,
  { options }: ExampleRequest,
  { text }: Answer,
  record: Recorder,
): Promise<void> {
  const secrets = secretsOf(spec.body as PlainSchema | undefined, options.json);
  if (secrets.length === 0) return;
  await record.check("secrets", async () =>
    secrets.some(([, secret]) => text.includes(secret))
      ? [
          `the answer repeats ${secrets
            .filter(([, secret]) => text.includes(secret))
            .map(([name]) => name)
            .join(", ")}`,
        ]
      : [],
  );
}

/** Shortest text that counts as a secret: a shorter one may occur by chance. */
const MIN_SECRET_CHARACTERS = 6;

/** Texts of a value that its schema marks as secret, with their paths. */
function secretsOf(schema: PlainSchema | undefined, value: unknown, path = "", isSecret = false): [string, string][] {
  const secret = isSecret || schema?.["x-secret"] === true;
  if (typeof value === "string") return secret && value.length >= MIN_SECRET_CHARACTERS ? [[path, value]] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = schema?.properties?.[name] ?? schema?.items ?? Object.values(schema?.patternProperties ?? {})[0];
    const other = typeof schema?.additionalProperties === "object" ? schema.additionalProperties : undefined;
    return secretsOf(own ?? other, inner, path === "" ? name : `${path}.${name}`, secret);
  });
}

/** Checks that a record is the one that the path names. */
async function checkOwnId(
  spec: OperationSpec,
  { path }: ExampleRequest,
  { body }: Answer,
  record: Recorder,
): Promise<void> {
  const isRecord = (spec.method === "GET" || spec.method === "PATCH") && /\/\{id(_or_name)?\}$/.test(spec.path);
  const id = idOf(body);
  if (!isRecord || id === undefined) return;
  const named = decodeURIComponent(path.split("?")[0]?.split("/").at(-1) ?? "");
  await record.check("id", async () =>
    named === id || named === (body as Json)["name"] ? [] : [`the record has id "${id}", not "${named}"`],
  );
}

/** Checks that a deleted record is 404 from then on. */
async function checkDeleted(
  spec: OperationSpec,
  { path }: ExampleRequest,
  { service }: ExampleCalls,
  record: Recorder,
): Promise<void> {
  if (!spec.path.endsWith("}") || siblingOf(spec, "GET")?.response.kind !== "json") return;
  await record.check("deleted", async () => {
    const answer = await service.api("GET", path);
    if (answer.status < 300 && isEnded(answer.body)) return [];
    return refusalProblems("GET", path, answer, [404]).map((problem) => `GET after DELETE: ${problem}`);
  });
}

/** True for a record that stays readable after its end and says so, such as a deployment. */
function isEnded(body: unknown): boolean {
  const { deleted_at, status } = Object(body) as Json;
  return typeof deleted_at === "string" || status === "deleted" || status === "stopped";
}

/** Checks that the members of a change are those of the record that is read afterwards. */
async function checkUpdated(
  spec: OperationSpec,
  { options, path }: ExampleRequest,
  { service }: ExampleCalls,
  record: Recorder,
): Promise<void> {
  if (siblingOf(spec, "GET")?.response.kind !== "json") return;
  await record.check("updated", async () => {
    const answer = await service.api("GET", path);
    const problems = answerProblems("GET", path, answer);
    if (answer.status >= 300) return [`GET after PATCH: status ${answer.status}`];
    const changed = Object.entries((options.json ?? {}) as Json).filter(
      ([name, value]) => typeof value !== "object" && Object.hasOwn(Object(answer.body) as object, name),
    );
    const stale = changed.filter(([name, value]) => (answer.body as Json)[name] !== value);
    return [...problems, ...stale.map(([name]) => `GET after PATCH: ${name} has not changed`)];
  });
}

/** Checks that a new record can be read by its id and is in its list. */
async function checkCreated(
  spec: OperationSpec,
  { path }: ExampleRequest,
  { body }: Answer,
  { service }: ExampleCalls,
  record: Recorder,
): Promise<void> {
  const id = idOf(body);
  const own = path.split("?")[0] ?? "";
  const reader = [`${spec.path}/{id}`, `${spec.path}/{id_or_name}`].map((each) => siblingOf({ path: each }, "GET"));
  if (id === undefined || !reader.some((each) => each?.response.kind === "json")) return;
  await record.check("created", async () => {
    const where = `${own}/${encodeURIComponent(id)}`;
    const answer = await service.api("GET", where);
    if (answer.status >= 300) return [`GET after POST: status ${answer.status}`];
    const found = idOf(answer.body);
    const problems = answerProblems("GET", where, answer).map((problem) => `GET after POST: ${problem}`);
    return found === id ? problems : [...problems, `GET after POST: the record has id "${found}", not "${id}"`];
  });
  if (siblingOf(spec, "GET")?.paging !== "offset") return;
  await record.check("listed", async () => {
    const answer = await service.api("GET", `${own}?limit=100`);
    const ids = Array.isArray(answer.body) ? answer.body.map(idOf) : [];
    return ids.includes(id) || ids.length === 100 ? [] : ["the list does not have the new record"];
  });
}

/** Checks that pages of one item have one, and that the second one continues the first. */
async function checkPages(
  spec: OperationSpec,
  { path }: ExampleRequest,
  calls: ExampleCalls,
  record: Recorder,
): Promise<void> {
  const { service } = calls;
  const url = new URL(path, "http://service");
  const page = async (offset: string | undefined): Promise<Answer> => {
    const query = new URLSearchParams({ limit: "1", ...(offset !== undefined && { offset }) });
    return await service.api("GET", `${url.pathname}?${query}`);
  };
  await record.check("pages", async () => {
    await ensureTwo(spec, calls);
    const first = await page(undefined);
    const problems = answerProblems("GET", url.pathname, first);
    if (!Array.isArray(first.body)) return problems;
    if (first.body.length > 1) return [...problems, `limit=1 has ${first.body.length} items`];
    if (first.headers.get("x-has-more") !== "true") return problems;
    const second = await page(first.headers.get(pagings.offset.header) ?? "");
    problems.push(...answerProblems("GET", url.pathname, second));
    const repeats = JSON.stringify(second.body) === JSON.stringify(first.body);
    return repeats ? [...problems, "the second page repeats the first"] : problems;
  });
}

/** Lists whose records run something; pages of those that are there are enough. */
const costlyLists: readonly string[] = ["/browsers", "/browser_pools", "/deployments", "/invocations"];

/** Creates two records of a list. */
async function ensureTwo(spec: OperationSpec, calls: ExampleCalls): Promise<void> {
  const creates = siblingOf(spec, "POST")?.response.kind === "json" && !spec.path.includes("{");
  if (!creates || costlyLists.includes(spec.path) || spec.deprecated) return;
  const segment = spec.path.split("/").at(-1) ?? "";
  for (let made = 0; made < 2; made += 1) await calls.make(segment);
}

/** Id of a record; sessions have one of another name. */
export function idOf(body: unknown): string | undefined {
  const { id, session_id } = Object(body) as Json;
  return [id, session_id].find((each) => typeof each === "string") as string | undefined;
}
