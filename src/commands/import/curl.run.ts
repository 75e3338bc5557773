import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { operationOf } from "../../cli/input/match-operation.ts";
import { CliError } from "../../core/errors.ts";
import { type CurlRequest, readCurl } from "../../curl-line/curl-request.ts";
import type { importCurl } from "./curl.ts";
import { commandOf, lineOf } from "./lib/curl-command.ts";
import { withFlags } from "./lib/dry-run.ts";

type Import = BodyOf<typeof importCurl>;

/** Prints the browserctl command that makes the same call as a curl command. */
export const run: Run<typeof importCurl> = async (body) => {
  const { args, cwd, env, note, read, text, value, wantsValue } = body;
  const request = readCurl(args.line === "-" ? await read("-", "the curl command") : args.line, env);
  const place = await placeOf(body, request);
  const path = request.url.pathname.slice(new URL(place.baseUrl).pathname.replace(/\/+$/, "").length) || "/";
  const found = await commandOf(request, path, { cwd, env, baseUrl: place.baseUrl });
  if (!found)
    throw new CliError("usage", `no command makes the call ${request.method} ${path}`, { code: "no_command" });
  const ends = endWords(request, found.spec.flags?.some(({ name }) => name === "out") === true);
  const words = withFlags(found.words, [...place.words, ...ends.words]);
  const notes = [...new Set([...request.notes, ...place.notes, ...found.notes, ...ends.notes])];
  if (wantsValue) return value({ words: ["browserctl", ...words], notes });
  for (const each of notes) note(`note: ${each}`);
  return text(`${lineOf(words)}\n`);
};

/** The base URL of an address, and the flags that choose its service. */
async function placeOf(
  { settings: { settings, resolved } }: Import,
  { url, headers, method }: CurlRequest,
): Promise<{ baseUrl: string; words: string[]; notes: string[] }> {
  const project = headers.get("x-kernel-project");
  const scope = project === undefined ? [] : ["--project", project];
  const current = resolved.base_url.value;
  if (current !== undefined && isBelow(url, current)) return { baseUrl: current, words: scope, notes: [] };
  const context = Object.entries(settings.contexts).find(
    ([, { base_url }]) => base_url !== undefined && isBelow(url, base_url),
  );
  if (context) {
    const [name, { base_url = "" }] = context;
    return { baseUrl: base_url, words: ["--context", name, ...scope], notes: [] };
  }
  const baseUrl = await guessedBase(url, method);
  const notes = [`no context has the address ${baseUrl}: the token of the current one would be sent there`];
  return { baseUrl, words: ["--base-url", baseUrl, ...scope], notes };
}

function isBelow(url: URL, base: string): boolean {
  const { origin, pathname } = new URL(base);
  const prefix = pathname.replace(/\/+$/, "");
  return url.origin === origin && (url.pathname === prefix || url.pathname.startsWith(`${prefix}/`));
}

/** The base URL below which an address is an operation; otherwise its origin. */
async function guessedBase({ origin, pathname }: URL, method: string): Promise<string> {
  const segments = pathname.split("/").slice(1);
  for (let at = 0; at < segments.length; at += 1) {
    if (await operationOf(method, `/${segments.slice(at).join("/")}`)) {
      return `${origin}${segments
        .slice(0, at)
        .map((segment) => `/${segment}`)
        .join("")}`;
    }
  }
  return origin;
}

/** Flags for curl's handling of the answer. */
function endWords({ out, maxTime }: CurlRequest, hasOut: boolean): { words: string[]; notes: string[] } {
  const words = maxTime === undefined ? [] : ["--timeout", `${maxTime}s`];
  if (out === undefined || out === "-") return { words, notes: [] };
  if (hasOut) return { words: [...words, "--out", out], notes: [] };
  return { words, notes: [`-o is left out: add > ${out}`] };
}
