import { basename, dirname } from "node:path";
import type { CommandSpec } from "../../../cli/declare/spec.ts";
import { operationOf } from "../../../cli/input/match-operation.ts";
import type { PlainOperation, PlainSchema } from "../../../contract/plain.ts";
import { isObject } from "../../../core/is-object.ts";
import { decodedOrText, jsonOrText } from "../../../core/or-text.ts";
import { posixWord } from "../../../core/shell-quotes.ts";
import type { CurlPart, CurlRequest } from "../../../curl-line/curl-request.ts";
import { commandHeads } from "../../../generated/commands.ts";
import { apiPath, makesSameRequest, type TryPlace } from "./dry-run.ts";
import { fieldWords, sourceWord } from "./flag-words.ts";

/** A browserctl command. */
export interface Imported {
  readonly words: readonly string[];
  readonly spec: CommandSpec;
  readonly notes: readonly string[];
}

/** Headers that differ between clients and are ignored. */
const own =
  /^(accept|accept-encoding|accept-language|user-agent|content-type|content-length|host|connection|origin|referer|priority|x-kernel-project|sec-.*)$/;

/**
 * The command that makes a request, verified with `--dry-run`: the operation's command with flags, then with `--input`,
 * otherwise a line of `api`. Exit 2 when none of them makes it.
 */
export async function commandOf(request: CurlRequest, path: string, place: TryPlace): Promise<Imported | undefined> {
  const operation = await operationOf(request.method, path);
  const foreign = [...request.headers.keys()].some((name) => !own.test(name));
  if (operation && !foreign) {
    for (const spec of await commandsOf(operation)) {
      for (const words of candidates(spec, operation, request, path)) {
        if (await makesSameRequest(spec, words, request, place)) {
          return { words: [...spec.words.split(" "), ...words], spec, notes: [] };
        }
      }
    }
  }
  const { body } = request;
  const spec = await apiCommand();
  const words = apiWords(request, path);
  if (!(await makesSameRequest(spec, words, request, place))) return undefined;
  const notes = body?.kind === "form" ? fileNotes(body.parts) : [];
  if (!operation) notes.push(`no operation is ${request.method} ${path}: the service may not know it`);
  return { words: ["api", ...words], spec, notes };
}

/** Notes about files that are sent under a different name than in the curl command. */
function fileNotes(parts: readonly CurlPart[]): string[] {
  return parts.flatMap((part) => {
    if ("text" in part || part.filename === undefined) return [];
    const sent = part.path === "-" ? "stdin" : basename(part.path);
    return sent === part.filename ? [] : [`${part.name} is sent with the file name ${sent}, not ${part.filename}`];
  });
}

async function apiCommand(): Promise<CommandSpec> {
  const head = commandHeads.find(({ words }) => words === "api");
  if (!head) throw new Error('there is no command "api"');
  return head.load();
}

async function commandsOf(operation: PlainOperation): Promise<CommandSpec[]> {
  const specs = await Promise.all(commandHeads.map((head) => head.load()));
  return specs.filter((spec) => spec.operation === operation.id);
}

/** Words that may make the request, the best first. */
function candidates(spec: CommandSpec, operation: PlainOperation, request: CurlRequest, path: string): string[][] {
  const { body } = request;
  const value = body?.kind === "text" ? jsonOrText(body.text) : undefined;
  const fields = isObject(value) ? value : {};
  const given = { params: paramsOf(operation, path), query: queryOf(operation, request.url), body: { ...fields } };
  const found = fieldWords(spec, operation, given);
  if (!found) return [];
  const { args, flags, rest } = found;
  const dashed = rest.length > 0 ? ["--", ...rest] : args.some((word) => /^-./.test(word)) ? undefined : [];
  const line = (more: readonly string[]): string[] =>
    dashed ? [...args, ...flags, ...more, ...dashed] : [...flags, ...more, "--", ...args];
  const text = body?.kind === "text" ? body.text : undefined;
  const left = Object.keys(found.body).length > 0 ? [line(["--input", JSON.stringify(found.body)])] : [];
  const file = body?.kind === "file" ? [`@${body.path.replace(/^\.\//, "")}`, `@${body.path}`] : [];
  const files = [...file, ...(body?.kind === "stdin" ? ["-"] : [])];
  const parts = body?.kind === "form" ? body.parts : [];
  const paths = parts.flatMap((part) => ("path" in part ? [part.path] : []));
  const texts = parts.flatMap((part) => ("text" in part ? [[part.name, part.text] as const] : []));
  const targets = texts.flatMap(([name, target]) => (/dest_path/.test(name) ? [target] : []));
  // Several files share one target directory.
  const [target, second] = targets;
  const dest = target === undefined ? [] : ["--dest", second === undefined ? target : `${dirname(target)}/`];
  const others = texts.flatMap(([name, value]) =>
    /dest_path/.test(name) ? [] : [`--${name.replaceAll("_", "-")}`, value],
  );
  return [
    ...(left.length === 0 ? [line([])] : left),
    ...(text === undefined ? [] : [line([]), [...args, ...flags, text]]),
    ...files.map((word) => [...args, word, ...flags]),
    ...(paths.length === 0 ? [] : [[...args, ...paths, ...flags, ...dest, ...others]]),
  ];
}

function paramsOf(operation: PlainOperation, path: string): Record<string, unknown> {
  const segments = path.replace(/[?#].*$/s, "").split("/");
  const names = operation.path.split("/").map((segment) => /^\{(\w+)\}$/.exec(segment)?.[1]);
  return Object.fromEntries(names.flatMap((name, at) => (name ? [[name, decodedOrText(segments[at] ?? "")]] : [])));
}

function queryOf(operation: PlainOperation, url: URL): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [key, value] of url.searchParams) {
    const [, name = key, member] = /^(.*?)\[(.*)\]$/s.exec(key) ?? [];
    if (member !== undefined) query[name] = { ...(query[name] as object | undefined), [member]: value };
    else query[name] = typed(value, operation.query?.properties?.[name]);
  }
  return query;
}

function typed(text: string, schema: PlainSchema | undefined): unknown {
  const type = schema?.type ?? schema?.anyOf?.[0]?.type;
  return type === "integer" || type === "number" || type === "boolean" ? jsonOrText(text) : text;
}

function apiWords({ method, url, headers, body }: CurlRequest, path: string): string[] {
  const contentType = headers.get("content-type");
  const json = contentType === undefined || contentType.startsWith("application/json");
  const kept = [...headers].filter(
    ([name]) => !own.test(name) || (name === "content-type" && !json && body?.kind !== "form"),
  );
  const words = [method, `${path}${url.search}`, ...kept.flatMap(([name, value]) => ["-H", `${name}: ${value}`])];
  switch (body?.kind) {
    case undefined:
      return words;
    case "text":
      return [...words, "--input", /^(-$|@|env:\w+$)/.test(body.text) ? `@${body.text}` : body.text];
    case "file":
      return [...words, "--input", `@${apiPath(body.path)}`];
    case "stdin":
      return [...words, "--input", "-"];
    case "form":
      return [
        ...words,
        ...body.parts.flatMap((part) => [
          "-F",
          `${part.name}=${"text" in part ? sourceWord(part.text) : `@${apiPath(part.path)}`}`,
        ]),
      ];
  }
}

/** Words as a line for a POSIX shell. */
export function lineOf(words: readonly string[]): string {
  return ["browserctl", ...words].map(posixWord).join(" ");
}
