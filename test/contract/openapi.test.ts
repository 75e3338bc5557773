import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validate } from "@hyperjump/json-schema/openapi-3-1";
import { expect, onTestFinished, test } from "vitest";
import { errorBodies } from "../../src/contract/error-bodies.ts";
import { errorCodes, errorCodesOf } from "../../src/contract/errors.ts";
import { operations } from "../../src/contract/index.ts";
import type { OperationSpec } from "../../src/contract/operation.ts";
import { generateContract } from "../../src/generate/contract.ts";
import { runHere } from "../support/cli/run-cli.ts";

const specs: readonly OperationSpec[] = operations;
const schema = "https://spec.openapis.org/oas/3.1/schema-base";

interface Document {
  openapi: string;
  info: { version: string };
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, unknown>; requestBody?: { description?: string } }>
  >;
  components: { schemas: Record<string, unknown> };
}

async function print(): Promise<Document> {
  const { stdout, code, stderr } = await runHere(["openapi"]);
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Document;
}

let document: Promise<Document> | undefined;
/** The printed document, which no test changes. */
function printed(): Promise<Document> {
  document ??= print();
  return document;
}

test("the printed document is OpenAPI 3.1, by a validator that knows nothing of us", async () => {
  const document = await printed();
  const output = await validate(schema, document as never, "BASIC");
  expect(output.valid, JSON.stringify(output, null, 1)?.slice(0, 3000)).toBe(true);
  expect([document.openapi, document.info.version]).toEqual(["3.1.0", "0.1.0"]);
});

test("the validator refuses a document with a mistake in it", async () => {
  const document = await printed();
  const [path = ""] = Object.keys(document.paths);
  const broken = structuredClone(document) as unknown as { paths: Record<string, unknown> };
  broken.paths[path] = { get: { responses: { "200": {} } } };
  expect((await validate(schema, broken as never)).valid).toBe(false);
  const wrongSchema = structuredClone(document);
  wrongSchema.components.schemas["ErrorBody"] = { type: "no type" };
  expect((await validate(schema, wrongSchema as never)).valid).toBe(false);
});

test("a JSON body says its maximum size", async () => {
  const { paths } = await printed();
  const limitOf = (path: string): string | undefined => paths[path]?.["post"]?.requestBody?.description;
  expect(limitOf("/browsers")).toBe("At most 6291456 bytes");
  expect(limitOf("/proxies")).toBe("At most 1048576 bytes");
  expect(limitOf("/browsers/{id}/curl")).toBe("At most 33554432 bytes");
  expect(limitOf("/browsers/{id}/fs/upload")).toBeUndefined();
});

test("it has every operation of the API and none that only the local service has", async () => {
  const { paths } = await printed();
  const found = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => `${operationId ?? "-"} ${method.toUpperCase()} ${path}`),
  );
  const served = specs.filter((spec) => !spec.localOnly).map((spec) => `${spec.id} ${spec.method} ${spec.path}`);
  expect(found.sort()).toEqual(served.sort());
  expect(Object.keys(paths).filter((path) => path.startsWith("/_local"))).toEqual([]);
});

test("every operation lists its own answers, and every reference leads somewhere", async () => {
  const document = await printed();
  for (const spec of specs.filter((each) => !each.localOnly)) {
    const declared = document.paths[spec.path]?.[spec.method.toLowerCase()];
    expect(Object.keys(declared?.responses ?? {}), spec.id).toContain(String(spec.response.status));
    expect(declared?.requestBody !== undefined, spec.id).toBe(spec.body !== undefined || spec.bodyKind !== undefined);
  }
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1] ?? "");
  expect(references.length).toBeGreaterThan(0);
  for (const name of references) expect(Object.keys(document.components.schemas)).toContain(name);
  expect(text).not.toContain("$id");
});

test("every operation lists each error code it can answer under the status of the code", async () => {
  const { paths } = await printed();
  for (const spec of specs.filter((each) => !each.localOnly)) {
    const responses = paths[spec.path]?.[spec.method.toLowerCase()]?.responses ?? {};
    const listed = Object.entries(responses).flatMap(([status, response]) =>
      codesIn(response).map((code) => `${status} ${code}`),
    );
    const wanted = errorCodesOf(spec).map((code) => `${errorCodes[code].status} ${code}`);
    expect(listed.sort(), spec.id).toEqual(wanted.sort());
  }
  expect(codesIn(paths["/browsers/{id}/curl"]?.["post"]?.responses["502"])).toEqual([
    "network_error",
    "response_too_large",
  ]);
});

test("an operation that is not served has its summary, its path parameters, 401 and 501", async () => {
  const { paths } = await printed();
  const operation = paths["/browser_pools/{id_or_name}"]?.["patch"];
  expect(operation).toMatchObject({
    summary: "Change a browser pool",
    parameters: [{ name: "id_or_name", in: "path", required: true, schema: { type: "string" } }],
  });
  expect(codesIn(operation?.responses["401"])).toEqual(["unauthorized"]);
  expect(codesIn(operation?.responses["501"])).toEqual(["not_supported_locally"]);
});

test("every example of an operation is in the document", async () => {
  const { paths } = await printed();
  for (const { id, path, method, example, response, localOnly } of specs) {
    if (localOnly) continue;
    const text = JSON.stringify(paths[path]?.[method.toLowerCase()]);
    const { params = {}, query = {}, body, events = [] } = example;
    const values = [...Object.values(params), ...Object.values(query)].map((value) => ({ example: value }));
    if (body !== undefined) values.push({ example: body });
    if (response.kind === "json") values.push({ example: example.result });
    for (const value of [...values, ...events.map((event) => ({ value: event }))]) {
      expect(text, id).toContain(JSON.stringify(value).slice(1, -1));
    }
  }
});

/** Error codes that a response of the document names in its schema. */
function codesIn(response: unknown): string[] {
  const text = JSON.stringify(response);
  const lists = [...text.matchAll(/"code":\{"type":"string","enum":(\[[^\]]*\])/g)].flatMap((match) =>
    JSON.parse(match[1] ?? "[]"),
  );
  const own = Object.entries(errorBodies).filter(([, { name }]) => text.includes(`schemas/${name}"`));
  return [...own.map(([code]) => code), ...lists] as string[];
}

test("the document says what each error code means", async () => {
  const { components } = await printed();
  const { oneOf } = components.schemas["ErrorCode"] as { oneOf: { const: string; description: string }[] };
  expect(oneOf.map((entry) => entry.const)).toEqual(Object.keys(errorCodes));
  for (const { description } of oneOf) expect(description).toMatch(/^[45]\d\d: [A-Z][^\n]*\.$/);
});

test("the other forms of the command hold the same document", async () => {
  const document = await printed();
  const json = await runHere(["openapi", "-o", "json"]);
  expect(JSON.parse(json.stdout)).toEqual(document);
  const { parse } = await import("yaml");
  const yaml = await runHere(["openapi", "-o", "yaml"]);
  expect(parse(yaml.stdout)).toEqual(document);
  const query = await runHere(["openapi", "--query", "info.version"]);
  expect(query.stdout).toBe("0.1.0\n");
});

test("the generated files are those of the present declarations", async () => {
  const out = await mkdtemp(join(tmpdir(), "browserctl-generated-"));
  onTestFinished(() => rm(out, { recursive: true, force: true }));
  await generateContract(out);
  const kept = join(import.meta.dirname, "../../src/generated");
  const files = (await readdir(out, { recursive: true })).filter((name) => name.includes(".")).sort();
  expect((await readdir(kept, { recursive: true })).filter((name) => name.includes(".")).sort()).toEqual(files);
  for (const name of files) {
    expect(await readFile(join(kept, name), "utf8"), `${name} is stale: npm run generate`).toBe(
      await readFile(join(out, name), "utf8"),
    );
  }
});
