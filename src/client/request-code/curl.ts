import { basename } from "node:path";
import { posixWord } from "../../core/shell-quotes.ts";
import { type Blank, type Fit, type Pieces, TOKEN_VARIABLE } from "./blanks.ts";
import type { BodyDescription, PartDescription, RequestDescription } from "./description.ts";

/** Size of a body, in bytes, from which it is piped in, because an argument may have at most 128 KiB. */
const ARGUMENT_BYTES = 100_000;

/** Shell functions that escape a variable's value for JSON and for an address. They only need sed, awk and od. */
const functions: Readonly<Record<Exclude<Fit, "plain">, string>> = {
  json: String.raw`_json() { printf '%s\n' "$1" | sed 's/[\\"]/\\&/g' | awk '{ gsub(/\t/, "\\t"); gsub(/\r/, "\\r"); printf "%s%s", s, $0; s = "\\n" }'; }`,
  uri: String.raw`_uri() { printf %s "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g'; }`,
};

/**
 * The requests as lines for a POSIX shell. A left-out value is a variable that ends the command when it is not set; the
 * token is `BROWSERCTL_TOKEN`, and other names begin with the part of the request (`BROWSERCTL_BODY_ENV_PASSWORD`), so
 * that they differ from the settings' variables.
 */
export function curlCode(requests: readonly RequestDescription[]): string {
  return requests.map((request) => `${curlLine(request)}\n`).join("");
}

function curlLine({ method, url, headers, body }: RequestDescription): string {
  const shell = new ShellWords();
  const words = ["curl"];
  if (method === "HEAD") words.push("--head");
  else if (method !== "GET") words.push("-X", method);
  // curl would take brackets and braces for a set of addresses.
  if (url.some((piece) => typeof piece === "string" && /[[\]{}]/.test(piece))) words.push("--globoff");
  words.push(shell.word(url));
  for (const [name, value] of headers) words.push("-H", headerWord(name, value, shell));
  const { before, own } = bodyWords(body, shell);
  return `${shell.prelude()}${before}${[...words, ...own].join(" ")}`;
}

function headerWord(name: string, value: Pieces, shell: ShellWords): string {
  // For curl, a header without a value ends with a semicolon.
  if (value.length === 0) return posixWord(`${name};`);
  const token = value.at(-1);
  if (typeof token === "object" && token.variable === TOKEN_VARIABLE) {
    return `"Authorization: Bearer \${${TOKEN_VARIABLE}:?}"`;
  }
  return shell.word([`${name}: `, ...value]);
}

function bodyWords(body: BodyDescription | undefined, shell: ShellWords): { before: string; own: string[] } {
  switch (body?.kind) {
    case undefined:
      return { before: "", own: [] };
    case "stdin":
      return { before: "", own: ["--data-binary", posixWord("@-")] };
    case "file":
      return { before: "", own: ["--data-binary", posixWord(`@${body.path}`)] };
    case "form":
      return { before: "", own: body.parts.flatMap((part) => partWords(part, shell)) };
    case "text": {
      const word = shell.word(body.text);
      if (body.bytes <= ARGUMENT_BYTES) return { before: "", own: ["--data-raw", word] };
      return { before: `printf %s ${word} | `, own: ["--data-binary", "@-"] };
    }
  }
}

function partWords(part: PartDescription, shell: ShellWords): string[] {
  // -F would read a text that begins with @ or < from a file, and interpret ;type=.
  if ("text" in part) return ["--form-string", shell.word([`${part.name}=`, ...part.text])];
  const path = "stdin" in part ? "-" : part.path;
  const sent = part.filename === basename(path) && path !== "-" ? "" : `;filename=${curlQuote(part.filename)}`;
  return [
    "-F",
    posixWord(`${part.name}=@${/[;,"\\ ]/.test(path) ? curlQuote(path) : path}${sent};type=application/octet-stream`),
  ];
}

function curlQuote(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/** Writes words with variables, and the functions and assignments that they need before the command. */
class ShellWords {
  readonly #used = new Set<Exclude<Fit, "plain">>();
  readonly #assignments = new Map<string, string>();

  word(pieces: Pieces): string {
    const joined = pieces.reduce<(string | Blank)[]>((list, piece) => {
      const last = list.at(-1);
      if (typeof piece === "string" && typeof last === "string") list[list.length - 1] = last + piece;
      else list.push(piece);
      return list;
    }, []);
    const word = joined.map((piece) => (typeof piece === "string" ? posixWord(piece) : `"${this.#expansion(piece)}"`));
    return word.join("") || "''";
  }

  /** Shell functions and assignments. */
  prelude(): string {
    const assignments = [...this.#assignments].map(([name, value]) => `${name}=${value} && `);
    return `${[...this.#used].map((name) => `${functions[name]}; `).join("")}${assignments.join("")}`;
  }

  #expansion({ variable, fit }: Blank): string {
    const required = `\${${variable}:?}`;
    if (fit === "plain") return required;
    // An unset variable ends only the inner shell of a substitution: assigned before, it keeps curl from running.
    this.#used.add(fit);
    const local = variable.replace(/^BROWSERCTL_/, "").toLowerCase();
    this.#assignments.set(local, `$(_${fit} "${required}")`);
    return `$${local}`;
  }
}
