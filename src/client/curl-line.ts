import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import { posixWord } from "../core/posix-quote.ts";
import type { FormPart, LocalFile } from "./form.ts";
import type { HttpHeaders } from "./http/headers.ts";
import type { Replace, Secret } from "./redact.ts";
import type { RawRequest } from "./request.ts";
import { isFile, partValue, shownBody, shownHeaders, shownUrl } from "./request-text.ts";

/** A curl command, and the variables a shell needs to run it. */
export interface CurlCommand {
  line: string;
  variables: readonly Variable[];
}

/** A variable that stands for a value which is left out of a line. */
export interface Variable {
  name: string;
  /** Description of what the variable must hold, where that is not the value itself. */
  holds?: string;
}

/** Bytes of a body from which it is piped in: a system takes an argument of 128 KiB at most. */
const ARGUMENT_BYTES = 100_000;

/** Shell functions that make a variable's value fit: into JSON, and into an address. They need sed, awk and od only. */
const functions = {
  json: String.raw`_json() { printf '%s\n' "$1" | sed 's/[\\"]/\\&/g' | awk '{ gsub(/\t/, "\\t"); gsub(/\r/, "\\r"); printf "%s%s", s, $0; s = "\\n" }'; }`,
  uri: String.raw`_uri() { printf %s "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g'; }`,
} as const;

/**
 * The request as a line for a POSIX shell. A value that is left out stands there as a variable that ends the command
 * when it is not set; the token is `BROWSERCTL_TOKEN`, every other name begins with the part of the request
 * (`BROWSERCTL_BODY_ENV_PASSWORD`), so that it is none of the settings' variables.
 */
export function curlCommand(request: RawRequest, headers: HttpHeaders, showSecrets: boolean): CurlCommand {
  const blanks = new Blanks();
  const replace = showSecrets ? undefined : blanks.replace;
  const { method } = request;
  const words = ["curl"];
  if (method === "HEAD") words.push("--head");
  else if (method !== "GET") words.push("-X", method);
  const url = shownUrl(request, replace);
  // curl would take brackets and braces for a set of addresses.
  if (/[[\]{}]/.test(url)) words.push("--globoff");
  words.push(blanks.word(url, "uri"));
  words.push(...headerWords(request, headers, replace, blanks));
  for (const part of request.form ?? []) words.push(...partWords(part, replace, blanks));
  let piped: string | undefined;
  if (request.form === undefined && isFile(request.body) && typeof request.body.source !== "object") {
    words.push("--data-binary", posixWord(request.body.source === "stdin" ? "@-" : `@${curlPath(request.body)}`));
  } else if (request.form === undefined && request.body !== undefined) {
    const text = shownBody(request, replace);
    const word = blanks.word(text, "json");
    if (Buffer.byteLength(text) > ARGUMENT_BYTES) {
      piped = word;
      words.push("--data-binary", "@-");
    } else words.push("--data-raw", word);
  }
  const line = piped === undefined ? words.join(" ") : `printf %s ${piped} | ${words.join(" ")}`;
  return { line: `${blanks.prelude()}${line}`, variables: blanks.variables };
}

function headerWords(
  request: RawRequest,
  headers: HttpHeaders,
  replace: Replace | undefined,
  blanks: Blanks,
): string[] {
  const own = new Set(Object.keys(request.headers ?? {}).map((name) => name.toLowerCase()));
  return shownHeaders(headers, replace).flatMap(([name, value]) => {
    // curl counts the bytes, names itself and makes its own boundary.
    if (name === "content-length" || (name === "user-agent" && !own.has(name))) return [];
    if (name === "content-type" && request.form) return [];
    if (name === "authorization" && replace && !own.has(name)) {
      return ["-H", `"Authorization: Bearer ${blanks.token()}"`];
    }
    // A header that curl shall send without a value ends with a semicolon.
    return ["-H", value === "" ? posixWord(`${name};`) : blanks.word(`${name}: ${value}`)];
  });
}

function partWords(part: FormPart, replace: Replace | undefined, blanks: Blanks): string[] {
  // -F would read a text that begins with @ or < from a file, and take ;type= for its own.
  if ("value" in part) return ["--form-string", blanks.word(`${part.name}=${partValue(part, replace)}`)];
  const { filename } = part.file;
  const path = curlPath(part.file);
  const sent = filename === basename(path) ? "" : `;filename=${curlQuote(filename)}`;
  return [
    "-F",
    posixWord(`${part.name}=@${/[;,"\\ ]/.test(path) ? curlQuote(path) : path}${sent};type=application/octet-stream`),
  ];
}

/** A path that curl does not take for its own standard input. */
function curlPath({ shownPath }: LocalFile): string {
  return shownPath === "-" ? "./-" : shownPath;
}

function curlQuote(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/** Collects what is left out of a line, and writes words with variables in its place. */
class Blanks {
  readonly variables: Variable[] = [];
  readonly #left: { secret: Secret; name: string }[] = [];
  readonly #used = new Set<keyof typeof functions>();
  readonly #assignments = new Map<string, string>();
  /** Occurs in no request, and passes JSON and percent-encoding as it is. */
  readonly #sign = `blank${randomBytes(12).toString("hex")}n`;

  readonly replace: Replace = (secret) => {
    const at = this.#left.push({ secret, name: this.#newName(secret.path) }) - 1;
    return `${this.#sign}${at}.`;
  };

  token(): string {
    return "${BROWSERCTL_TOKEN:?}";
  }

  /** A word of the line. A value is made to fit into JSON or an address where the text is one. */
  word(text: string, form?: keyof typeof functions): string {
    // A blank that is JSON itself has no quotes around it.
    const pieces = text.split(new RegExp(`("?)${this.#sign}(\\d+)\\.("?)`));
    let word = "";
    for (let at = 0; at < pieces.length; at += 4) {
      const literal = pieces[at] ?? "";
      const [open = "", number, close = ""] = pieces.slice(at + 1, at + 4);
      const blank = number === undefined ? undefined : this.#left[Number(number)];
      const bare = blank?.secret.kind === "json" && open !== "" && close !== "";
      word += quoteUnlessEmpty(literal + (bare ? "" : open));
      if (blank) word += `"${this.#expansion(blank, form)}"`;
      // The quote after the blank belongs to the next literal piece.
      if (!bare && close !== "") pieces[at + 4] = close + (pieces[at + 4] ?? "");
    }
    return word === "" ? "''" : word;
  }

  /** Shell functions and assignments in front of the command. */
  prelude(): string {
    const assignments = [...this.#assignments].map(([name, value]) => `${name}=${value} && `);
    return `${[...this.#used].map((name) => `${functions[name]}; `).join("")}${assignments.join("")}`;
  }

  #expansion({ secret, name }: { secret: Secret; name: string }, form: keyof typeof functions | undefined): string {
    this.#declare(secret, name);
    const required = `\${${name}:?}`;
    if (form === undefined || secret.kind === "json") return required;
    // An unset variable ends only the inner shell of a substitution: assigned before, it keeps curl from running.
    this.#used.add(form);
    const local = name.replace(/^BROWSERCTL_/, "").toLowerCase();
    this.#assignments.set(local, `$(_${form} "${required}")`);
    return `$${local}`;
  }

  #declare({ kind, path }: Secret, name: string): void {
    if (this.variables.some((variable) => variable.name === name)) return;
    const json = path.length === 1 ? "the whole body" : "JSON";
    const holds = { text: undefined, json, userinfo: "user:password as in the URL" }[kind];
    this.variables.push(holds === undefined ? { name } : { name, holds });
  }

  /** assumed: names that differ only in case or punctuation are told apart by a number. */
  #newName(path: readonly string[]): string {
    const words = path.map((word) => word.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase());
    const name = `BROWSERCTL_${words.join("_")}`;
    let unique = name;
    for (let number = 2; this.#left.some((other) => other.name === unique); number += 1) unique = `${name}_${number}`;
    return unique;
  }
}

function quoteUnlessEmpty(text: string): string {
  return text === "" ? "" : posixWord(text);
}
