import { basename } from "node:path";
import { table } from "../../core/table.ts";
import { type Pieces, TOKEN_VARIABLE } from "./blanks.ts";
import { type BodyDescription, type PartDescription, type RequestDescription, variableNames } from "./description.ts";

/** Functions of Node that a module imports, and helpers that it declares. */
interface Needs {
  readonly imports: Map<string, Set<string>>;
  readonly helpers: Set<keyof typeof helpers>;
}

const helpers = {
  jsonText: "const jsonText = (text) => JSON.stringify(text).slice(1, -1);",
  utf8: "const utf8 = (text) => String.fromCharCode(...new TextEncoder().encode(text));",
} as const;

/**
 * The requests as an ES module for Node; without files and left-out values it also runs in the console of a browser. A
 * value that is left out is a variable of the environment, and the module ends with an error where one is not set.
 */
export function fetchCode(requests: readonly RequestDescription[]): string {
  const needs: Needs = { imports: new Map(), helpers: new Set() };
  const calls = requests.map((request) => callLines(request, needs));
  const variables = variableNames(requests);
  const imports = [...needs.imports]
    .sort()
    .map(([module, names]) => `import { ${[...names].join(", ")} } from "${module}";`);
  const checks = variables.map((name) => `if (!process.env.${name}) throw new Error("${name} is not set");`);
  const blocks = calls.length === 1 ? calls : calls.map((lines) => ["{", ...lines.map((line) => `  ${line}`), "}"]);
  const head = [...imports, ...[...needs.helpers].map((name) => helpers[name]), ...checks];
  return [...head, ...blocks.flat()].map((line) => `${line}\n`).join("");
}

function callLines(request: RequestDescription, needs: Needs): string[] {
  const { method, url, headers, body } = request;
  const before: string[] = [];
  const options = [
    ...(method === "GET" ? [] : [`method: ${literal(method)},`]),
    ...(headers.length === 0
      ? []
      : ["headers: {", ...headers.map(([name, value]) => `  ${literal(name)}: ${headerValue(value, needs)},`), "},"]),
    ...bodyLines(body, before, needs),
  ];
  return [
    ...before,
    `const response = await fetch(${expression(url, needs)}, {`,
    ...options.map((line) => `  ${line}`),
    "});",
    "if (!response.ok) throw new Error(`HTTP ${response.status}: ${await response.text()}`);",
    ...answerLines(request, needs),
  ];
}

/** Lines that print the answer: bytes and events as they come, everything else as text. */
function answerLines({ method, answer }: RequestDescription, needs: Needs): string[] {
  if (method === "HEAD") return ["console.log(Object.fromEntries(response.headers));"];
  if (answer === "empty") return [];
  if (answer === "file") {
    use(needs, "node:stream", "Readable");
    return ["Readable.fromWeb(response.body).pipe(process.stdout);"];
  }
  if (answer === "sse") {
    return ["for await (const text of response.body.pipeThrough(new TextDecoderStream())) console.log(text);"];
  }
  return ["console.log(await response.text());"];
}

function bodyLines(body: BodyDescription | undefined, before: string[], needs: Needs): string[] {
  switch (body?.kind) {
    case undefined:
      return [];
    case "stdin":
      use(needs, "node:stream/consumers", "buffer");
      return ["body: await buffer(process.stdin),"];
    case "file":
      use(needs, "node:fs", "openAsBlob");
      return [`body: await openAsBlob(${literal(body.path)}),`];
    case "text":
      return [`body: ${expression(body.text, needs)},`];
    case "form":
      before.push("const form = new FormData();", ...body.parts.map((part) => partLine(part, needs)));
      return ["body: form,"];
  }
}

function partLine(part: PartDescription, needs: Needs): string {
  const name = literal(part.name);
  if ("text" in part) return `form.append(${name}, ${expression(part.text, needs)});`;
  if ("stdin" in part) {
    use(needs, "node:stream/consumers", "buffer");
    const blob = 'new Blob([await buffer(process.stdin)], { type: "application/octet-stream" })';
    return `form.append(${name}, ${blob}, ${literal(part.filename)});`;
  }
  use(needs, "node:fs", "openAsBlob");
  const blob = `await openAsBlob(${literal(part.path)}, { type: "application/octet-stream" })`;
  return `form.append(${name}, ${blob}, ${literal(part.filename || basename(part.path))});`;
}

function use({ imports }: Needs, module: string, name: string): void {
  imports.set(module, (imports.get(module) ?? new Set()).add(name));
}

/** A header's value: the characters of a header are bytes, so that other text is sent as UTF-8. */
function headerValue(value: Pieces, needs: Needs): string {
  // A token is ASCII.
  const ascii = value.every((piece) =>
    typeof piece === "string" ? /^[ -~\t]*$/.test(piece) : piece.variable === TOKEN_VARIABLE,
  );
  if (!ascii) needs.helpers.add("utf8");
  return ascii ? expression(value, needs) : `utf8(${expression(value, needs)})`;
}

/** A string expression: a literal, or a template with the values that are left out. */
function expression(pieces: Pieces, needs: Needs): string {
  if (pieces.every((piece) => typeof piece === "string")) return literal(pieces.join(""));
  const texts = pieces.map((piece) => {
    if (typeof piece === "string") return quoted(piece, "`").slice(1, -1);
    const value = `process.env.${piece.variable}`;
    if (piece.fit === "plain") return `\${${value}}`;
    if (piece.fit === "uri") return `\${encodeURIComponent(${value})}`;
    needs.helpers.add("jsonText");
    return `\${jsonText(${value})}`;
  });
  return `\`${texts.join("")}\``;
}

/** A string literal in the quotes that need the fewest escapes. */
function literal(text: string): string {
  const [double = "", ...others] = ['"', "'", "`"].map((quote) => quoted(text, quote));
  return others.reduce((shortest, each) => (each.length < shortest.length ? each : shortest), double);
}

const escapes = table<string>({ "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" });

function quoted(text: string, quote: string): string {
  const inner = text.replace(/[\\\p{Cc}\p{Cs}\u2028\u2029\ufeff]/gu, (character) => {
    return escapes.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  const safe = quote === "`" ? inner.replace(/`|\$(?=\{|$)/g, "\\$&") : inner.replaceAll(quote, `\\${quote}`);
  return `${quote}${safe}${quote}`;
}
