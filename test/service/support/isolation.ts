import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { operationOf, parametersOf, specs } from "../../../src/conformance/declarations.ts";
import { type ExampleRequest, isResource } from "../../../src/conformance/example-calls.ts";
import type { Answer, ApiOptions } from "../../../src/conformance/example-service.ts";
import type { OperationSpec } from "../../../src/contract/operation.ts";
import { newId } from "../../../src/service/ids.ts";
import type { ProjectService } from "../../support/service/projects.ts";

const ID = /\b[a-z][a-z0-9]{23}\b/g;
const UUID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** Parts of answers that differ from call to call, for every caller. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/\bjwt=[\w.-]+/g, "jwt=<token>"],
  [/\bbctl_[\w.]+/g, "<key>"],
  [ID, "<id>"],
  [UUID, "<id>"],
  [/("(?:totp_)?code":)"\d{6}"/g, '$1"<code>"'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>"],
  [/("(?:memory_bytes|mem_bytes|cpu_pct|idle_seconds|uptime_ms|cdp_clients)":)[\d.]+/g, "$1<measured>"],
];

/** Headers of every answer of Node's server. */
const ofTransport = ["connection", "content-length", "date", "keep-alive"];

/**
 * Everything that an answer shows. `known` are texts of the request, which an error may repeat, and of the caller
 * itself.
 */
export function shown({ status, headers, text }: Answer, known: Readonly<Record<string, string>> = {}): object {
  const plain = (value: string): string => {
    const words = Object.entries(known).reduce((before, [word, name]) => before.replaceAll(word, name), value);
    return changing.reduce((before, [pattern, name]) => before.replaceAll(pattern, name), words);
  };
  const sent = [...headers].filter(([name]) => !ofTransport.includes(name));
  return { status, headers: sent.map(([name, value]) => `${name}: ${plain(value)}`), body: plain(text) };
}

/** Hidden texts that are words of an operation's own answer too, such as the name of the default project. */
const ownWords: Readonly<Record<string, readonly string[]>> = { "playwright.listExecutors": ['"default"'] };

/** Answers to keys of one project, and the texts that they must not contain. */
export class ProjectAnswers {
  /** Ids of the operations that were answered with success. */
  readonly answered = new Set<string>();
  readonly #secrets = new Set<string>();

  /** Adds texts that no key of one project may see, such as paths of the machine. */
  hide(...texts: readonly string[]): void {
    for (const text of texts) if (text.length > 1) this.#secrets.add(text);
  }

  /** Calls as a project, with a check of each answer; `own` are texts that this project may see. */
  checked({ api, create }: ProjectService, own: readonly string[]): ProjectService {
    const check = (
      method: string,
      path: string,
      options: ApiOptions | undefined,
      { headers, ...answer }: Answer,
    ): void => {
      const sent = decodeURIComponent(path) + JSON.stringify(options?.json ?? "");
      const text = `${decodeURIComponent([...headers].join("\n"))}\n${answer.text}`;
      const spec = operationOf(method, path);
      const known = [...own, ...(ownWords[spec?.id ?? ""] ?? [])];
      const told = [...this.#secrets].filter(
        (each) => text.includes(each) && !known.includes(each) && !sent.includes(each.replaceAll(/[\\"]/g, "")),
      );
      expect(told, `${method} ${path} ${answer.status} ${text}`).toEqual([]);
      if (spec && answer.status < 300) this.answered.add(spec.id);
    };
    return {
      api: async (method, path, options) => {
        const answer = await api(method, path, options);
        check(method, path, options, answer);
        return answer;
      },
      create,
    };
  }
}

/** Ids and names that somebody has seen in answers. */
export class Identifiers {
  readonly #all = new Set<string>();
  readonly #ignored = new Set<string>();
  readonly #names = new Map<string, string>();

  /** Ignores the ids in a text, such as that of the organization. */
  ignore(text: string): void {
    for (const each of idsIn(text)) this.#ignored.add(each);
  }

  /** Records all ids of a value, the names of its records, and which id has which name. */
  note(value: unknown): void {
    if (typeof value === "string") for (const each of idsIn(value)) this.#all.add(each);
    if (typeof value !== "object" || value === null) return;
    const { id, session_id = id, name } = value as Record<string, unknown>;
    if (typeof session_id === "string" && typeof name === "string") {
      this.#names.set(session_id, name);
      this.#all.add(name);
    }
    for (const inner of Object.values(value)) this.note(inner);
  }

  nameOf(id: string): string | undefined {
    return this.#names.get(id);
  }

  /** Recorded ids and names that occur whole in a text, except those of the request itself. */
  in(text: string, request: string): string[] {
    const looked = [...this.#all].filter((each) => !this.#ignored.has(each) && !request.includes(each));
    return looked.filter((each) => (idsIn(each).length > 0 ? text : words(text)).includes(each));
  }
}

function idsIn(text: string): string[] {
  return [...(text.match(ID) ?? []), ...(text.match(UUID) ?? [])];
}

/** Texts in quotes. */
function words(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = ""]) => word);
}

/** Unknown id or name of the same form. */
export function unknownLike(idOrName: string): string {
  if (idOrName.match(UUID)) return randomUUID();
  return idOrName.match(ID) ? newId() : `unknown-${newId()}`;
}

/** The operation that reads the record a path is about: the nearest one above it, or itself. */
export function readerOf(spec: OperationSpec): { spec: OperationSpec; length: number } | undefined {
  const form = (path: string): string => path.replaceAll(/\{\w+\}/g, "{}");
  const segments = spec.path.split("/");
  const [first = 0] = parametersOf(spec);
  for (let length = segments.length; length > first; length -= 1) {
    const above = form(segments.slice(0, length).join("/"));
    const found = specs.find(
      (each) => each.method === "GET" && each.response.kind === "json" && form(each.path) === above,
    );
    if (found) return { spec: found, length };
  }
  return undefined;
}

/** Field of a request that names a resource by its id or name. */
export interface Reference {
  readonly part: "body" | "query";
  /** Names of the members from the outside in; a number is an index of a list. */
  readonly path: readonly (string | number)[];
  /** Segment of the paths of the resource. */
  readonly resource: string;
  readonly by: "id" | "name";
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** True for a field that the local service refuses, whatever it names. */
function isUnsupported({ local }: OperationSpec, path: Reference["path"]): boolean {
  const name = path.filter((each) => typeof each === "string").join(".");
  return Object.entries(local?.fields ?? {}).some(
    ([field, { support }]) => support === "unsupported" && `${name}.`.startsWith(`${field}.`),
  );
}

/**
 * Fields of an operation that name a resource: `<resource>_id`, and `id` or `name` inside `<resource>` or a list of
 * them. A form does not refer to resources, but contains them.
 */
export function referencesOf(spec: OperationSpec): Reference[] {
  if (spec.bodyKind !== undefined) return [];
  return (["body", "query"] as const).flatMap((part) =>
    referencesIn((spec[part] ?? {}) as Schema, [])
      .filter(({ path }) => !isUnsupported(spec, path))
      .map((found) => ({ ...found, part })),
  );
}

function referencesIn(schema: Schema, path: readonly (string | number)[]): Omit<Reference, "part">[] {
  const around = path.findLast((each) => typeof each === "string");
  const inside = around === undefined ? undefined : resourceOf(String(around));
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const at = [...path, key];
    if (inside !== undefined && (key === "id" || key === "name"))
      return [{ path: at, resource: inside, by: key } as const];
    const named = key.endsWith("_id") ? resourceOf(key.slice(0, -"_id".length)) : undefined;
    return named === undefined ? referencesIn(inner, at) : [{ path: at, resource: named, by: "id" } as const];
  });
  const items = schema.items ? referencesIn(schema.items, [...path, 0]) : [];
  return [...own, ...items, ...(schema.anyOf ?? []).flatMap((each) => referencesIn(each, path))];
}

/** Segment of the paths of a resource, by its singular or plural noun. */
function resourceOf(word: string): string | undefined {
  return [word, `${word}s`, word.replace(/y$/, "ies"), ...(word === "session" ? ["browsers"] : [])].find(isResource);
}

/** Members that the items of a list need beside a reference, by the name of the list. */
const besideReference: Readonly<Record<string, object>> = { proxy_routes: { hosts: ["a.example.com"] } };

/** Body or query with a value at a path, without the example's other fields in the same member. */
export function withReference(value: unknown, path: readonly (string | number)[], name: string): object {
  const [outer, ...rest] = path;
  const set = (names: readonly (string | number)[], list = ""): unknown => {
    const [first, ...more] = names;
    if (first === undefined) return name;
    if (typeof first === "string") return { [first]: set(more, first) };
    return [{ ...besideReference[list], ...(set(more) as object) }];
  };
  return { ...(value as object | undefined), [String(outer)]: set(rest) };
}

/** Variants of a request to a project as a whole; for a list also without its filters. */
export function variants(
  { method, path, query }: OperationSpec,
  request: ExampleRequest,
): Record<string, ExampleRequest> {
  if (method !== "GET" || !query) return { "": request };
  return { "": request, " without filters": { ...request, path } };
}
