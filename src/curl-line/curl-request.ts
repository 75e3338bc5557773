import { CliError } from "../core/errors.ts";
import { curlOptions, type GivenOption } from "./curl-options.ts";
import { type ShellWord, shellWords } from "./shell-words.ts";

/** Body of a curl command. */
export type CurlBody =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "stdin" }
  | { readonly kind: "form"; readonly parts: readonly CurlPart[] };

export type CurlPart = { readonly name: string } & (
  | { readonly text: string }
  | { readonly path: string; readonly filename: string | undefined }
);

/** Request of a curl command. Credentials are left out. */
export interface CurlRequest {
  readonly method: string;
  readonly url: URL;
  /** Headers in lower case, without those that carry credentials. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: CurlBody | undefined;
  /** File of `-o`. */
  readonly out: string | undefined;
  /** Seconds of `--max-time`. */
  readonly maxTime: string | undefined;
  /** Sentences about what was left out. */
  readonly notes: readonly string[];
}

/** Headers whose value is a credential. */
const credential = /^(proxy-)?authorization$|^cookie$/;

/** Stand-in for an unset variable in a credential, whose text is never used. */
const UNUSED = "***";

/**
 * Reads a curl command. It is never run, and no file in it is read. Exit 2, with the position, for anything but one
 * plain curl command, for unknown options, and for unset variables.
 */
export function readCurl(line: string, env: Readonly<Record<string, string | undefined>>): CurlRequest {
  const { command, piped } = withoutPrelude(line, env);
  const words = shellWords(command.line);
  const [first, ...rest] = words.map((word) => textOf(word, { ...env, ...command.values }));
  if (first === undefined || !/(^|\/)curl(\.exe)?$/.test(first)) {
    throw new CliError("usage", `must be a curl command, not "${(first ?? "").slice(0, 40)}"`);
  }
  return requestOf(curlOptions(rest), piped);
}

/** Text of a word. A variable in a credential need not be set. */
function textOf(word: ShellWord, env: Readonly<Record<string, string | undefined>>): string {
  const [head] = word;
  const unused = typeof head === "string" && /^(-H)?(proxy-)?(authorization|cookie) *:/i.test(head);
  return word
    .map((piece) => {
      if (typeof piece === "string") return piece;
      const { variable, position } = piece;
      const value = env[variable];
      if (value !== undefined && value !== "") return value;
      if (unused || variable === "BROWSERCTL_TOKEN") return UNUSED;
      throw variableNotSet(variable, position, `set ${variable}, or paste the line with its value`);
    })
    .join("");
}

function variableNotSet(variable: string, position: number, hint: string): CliError {
  const message = `position ${position}: the variable ${variable} is not set`;
  return new CliError("usage", message, { code: "variable_not_set", hint });
}

/** The lines that `--print curl` writes before curl: functions and assignments for values, and a piped body. */
function withoutPrelude(
  line: string,
  env: Readonly<Record<string, string | undefined>>,
): { command: { line: string; values: Record<string, string> }; piped: string | undefined } {
  let rest = line.replace(/^\s+/, "").replace(/^(?:_(?:json|uri)\(\) \{ .*?; \}; )+/, "");
  const values: Record<string, string> = {};
  for (;;) {
    const match = /^([a-z_]\w*)=\$\(_(json|uri) "\$\{(\w+):\?\}"\) && /.exec(rest);
    if (!match) break;
    const [all, name = "", fit, variable = ""] = match;
    const value = env[variable];
    if (!value) {
      const hint = `set ${variable}, or paste the line of --print curl --show-token`;
      throw variableNotSet(variable, line.length - rest.length + 1, hint);
    }
    values[name] = fit === "json" ? JSON.stringify(value).slice(1, -1) : encodeURIComponent(value);
    rest = rest.slice(all.length);
  }
  const quoted = /^printf %s ((?:'[^']*'|\\'|"\$\{?\w+(?::\?\})?"|[\w./:=@%+-])+) \| (?=curl )/.exec(rest);
  if (!quoted) return { command: { line: rest, values }, piped: undefined };
  const [word = []] = shellWords(quoted[1] ?? "");
  return { command: { line: rest.slice(quoted[0].length), values }, piped: textOf(word, { ...env, ...values }) };
}

/** Data of one option; `separator` stands between it and the data before it. */
interface Data {
  readonly text: string;
  readonly file?: string;
  readonly separator: "&" | "";
}

/** Request while its options are read. */
interface Draft {
  method?: string;
  get?: true;
  head?: true;
  upload?: string;
  out?: string;
  maxTime?: string;
  readonly headers: Map<string, string>;
  readonly data: Data[];
  readonly parts: CurlPart[];
  readonly addresses: string[];
  readonly notes: string[];
}

function requestOf(
  { options, addresses }: { options: readonly GivenOption[]; addresses: readonly string[] },
  piped: string | undefined,
): CurlRequest {
  const draft: Draft = { headers: new Map(), data: [], parts: [], addresses: [...addresses], notes: [] };
  for (const option of options) apply(option, draft);
  const [address, second] = draft.addresses;
  if (address === undefined) throw new CliError("usage", "curl: the URL is missing");
  if (second !== undefined) throw new CliError("usage", "curl: only one URL is read; import the calls one by one");
  const url = urlOf(address, draft.notes);
  let body = bodyOf(draft, piped);
  if (draft.get && body?.kind === "text") {
    url.search = [url.search.slice(1), body.text].filter((part) => part !== "").join("&");
    body = undefined;
  }
  const given = draft.head ? "HEAD" : draft.upload !== undefined ? "PUT" : body ? "POST" : "GET";
  const { headers, out, maxTime, notes } = draft;
  return { method: (draft.method ?? given).toUpperCase(), url, headers, body, out, maxTime, notes };
}

function apply({ name, effect, value }: GivenOption, draft: Draft): void {
  if (typeof effect === "object") {
    draft.notes.push(`${name} ${effect.note}`);
    return;
  }
  switch (effect) {
    case "request":
      draft.method = value;
      return;
    case "header":
      header(value, draft);
      return;
    case "user-agent":
      draft.headers.set("user-agent", value);
      return;
    case "data":
    case "data-binary":
      draft.data.push({ ...textOrFile(value), separator: "&" });
      return;
    case "data-raw":
      draft.data.push({ text: value, separator: "&" });
      return;
    case "json":
      draft.data.push({ ...textOrFile(value), separator: "" });
      return;
    case "data-urlencode":
      draft.data.push({ text: urlEncoded(name, value), separator: "&" });
      return;
    case "form":
      draft.parts.push(formPart(value));
      return;
    case "form-string":
      draft.parts.push({ name: value.split("=", 1)[0] ?? "", text: value.replace(/^[^=]*=/s, "") });
      return;
    case "get":
      draft.get = true;
      return;
    case "head":
      draft.head = true;
      return;
    case "url":
      draft.addresses.push(value);
      return;
    case "max-time":
      draft.maxTime = value;
      return;
    case "upload-file":
      draft.upload = value;
      return;
    case "output":
      draft.out = value;
      return;
    case "ignored":
      return;
  }
}

function textOrFile(value: string): { text: string; file?: string } {
  return value.startsWith("@") ? { text: "", file: value.slice(1) } : { text: value };
}

function header(word: string, { headers, notes }: Draft): void {
  // A name with a semicolon is sent without a value; a name with a colon and no value is not sent.
  const [name = "", value] = word.split(/[:;](.*)/s);
  const key = name.trim().toLowerCase();
  if (value === undefined)
    throw new CliError("usage", `curl: a header must be 'NAME: VALUE', not "${key.slice(0, 40)}"`);
  if (!credential.test(key)) {
    headers.set(key, value.trim());
    return;
  }
  notes.push(`the header ${key} is left out: the token of the context is used`);
  if (key === "authorization" && !value.includes(UNUSED)) {
    notes.push("the token in the line may be in the history of your shell: rotate it where others read that");
  }
}

function bodyOf({ data, parts, upload }: Draft, piped: string | undefined): CurlBody | undefined {
  if (parts.length > 0) return { kind: "form", parts };
  if (upload !== undefined) return fileBody(upload, piped);
  const [first] = data;
  if (!first) return undefined;
  if (first.file !== undefined && data.length === 1) return fileBody(first.file, piped);
  if (data.some(({ file }) => file !== undefined)) {
    throw new CliError("usage", "curl: a body of a file and of more data cannot be told in one command");
  }
  return { kind: "text", text: data.map(({ text, separator }, at) => (at === 0 ? text : separator + text)).join("") };
}

function fileBody(path: string, piped: string | undefined): CurlBody {
  if (path !== "-") return { kind: "file", path };
  return piped === undefined ? { kind: "stdin" } : { kind: "text", text: piped };
}

function formPart(value: string): CurlPart {
  const [name = "", content = ""] = value.split(/=(.*)/s);
  if (content.startsWith("<"))
    throw new CliError("usage", `curl: the part ${name} is the text of a file, which is not read`);
  if (!content.startsWith("@")) return { name, text: content.replace(/^"(.*)"$/s, "$1") };
  const match = /^@(?:"((?:[^"\\]|\\.)*)"|([^;]*))(.*)$/s.exec(content);
  const plain = (text: string): string => text.replace(/\\(.)/gs, "$1");
  const filename = /;filename=(?:"((?:[^"\\]|\\.)*)"|([^;]*))/s.exec(match?.[3] ?? "");
  return {
    name,
    path: match?.[1] === undefined ? (match?.[2] ?? "") : plain(match[1]),
    filename: filename ? (filename[1] === undefined ? filename[2] : plain(filename[1])) : undefined,
  };
}

/** `name=text`, `=text` or `text`, with the text percent-encoded. */
function urlEncoded(option: string, value: string): string {
  const at = value.indexOf("=");
  if (at < 0 && value.includes("@")) throw new CliError("usage", `curl: ${option} of a file is not read`);
  const name = at > 0 ? `${value.slice(0, at)}=` : "";
  return `${name}${encodeURIComponent(at < 0 ? value : value.slice(at + 1))}`;
}

function urlOf(address: string, notes: string[]): URL {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new CliError("usage", "curl: the URL cannot be read");
  }
  if (!/^https?:$/.test(url.protocol))
    throw new CliError("usage", `curl: must be an http or https URL, not ${url.protocol}`);
  if (url.username !== "" || url.password !== "") {
    url.username = "";
    url.password = "";
    notes.push(`user and password of the URL are left out: the token of the context is used`);
  }
  return url;
}
