import { basename } from "node:path";
import { powershellQuote } from "../../core/shell-quotes.ts";
import { table } from "../../core/table.ts";
import { type Blank, type Pieces, TOKEN_VARIABLE } from "./blanks.ts";
import { type BodyDescription, type PartDescription, type RequestDescription, variableNames } from "./description.ts";

/**
 * The requests for PowerShell 7. A value that is left out is a variable of the environment, and the code ends with an
 * error where one is not set.
 */
export function powershellCode(requests: readonly RequestDescription[]): string {
  const variables = variableNames(requests);
  const checks = variables.map((name) => `if (-not $env:${name}) { throw ${quote(`${name} is not set`)} }`);
  const lines = [...checks, ...requests.flatMap(callLines)];
  return lines.map((line) => `${line}\n`).join("");
}

/** Notes about differences between PowerShell and the command. */
export function powershellNotes(requests: readonly RequestDescription[]): string[] {
  const notes: string[] = [];
  const beyond = requests.flatMap(({ headers }) =>
    headers.filter(([, value]) => !isAscii(value)).map(([name]) => name),
  );
  if (beyond.length > 0) {
    const names = [...new Set(beyond)].join(", ");
    notes.push(`note: PowerShell refuses headers with characters beyond ASCII: ${names}`);
  }
  if (requests.some(({ answer }) => answer === "sse")) {
    notes.push("note: PowerShell prints the events when the stream has ended; --print fetch prints them as they come");
  }
  return notes;
}

function callLines({ method, url, headers, body, answer }: RequestDescription): string[] {
  const contentType = headers.find(([name]) => name === "content-type")?.[1];
  const others = headers.filter(([name]) => name !== "content-type");
  const before = others.length === 0 ? [] : ["$headers = @{", ...others.map(headerLine), "}"];
  const { setup, words: bodyWords } = bodyParts(body);
  const raw = method === "HEAD" || answer === "file";
  const words = [
    raw ? "Invoke-WebRequest" : "Invoke-RestMethod",
    ...(method === "GET" ? [] : ["-Method", `${method.charAt(0)}${method.slice(1).toLowerCase()}`]),
    "-Uri",
    expression(url),
    ...(others.length === 0 ? [] : ["-Headers", "$headers", "-SkipHeaderValidation"]),
    ...(contentType ? ["-ContentType", expression(contentType)] : []),
    ...bodyWords,
    // PowerShell's response objects do not hold bytes.
    ...(answer === "file" && method !== "HEAD" ? ["-OutFile", "response.bin"] : []),
  ];
  return [...before, ...setup, words.join(" ")];
}

function headerLine([name, value]: readonly [string, Pieces]): string {
  return `  ${quote(name)} = ${expression(value)}`;
}

function bodyParts(body: BodyDescription | undefined): { setup: string[]; words: string[] } {
  switch (body?.kind) {
    case undefined:
      return { setup: [], words: [] };
    case "stdin":
      return {
        setup: ["$body = [IO.MemoryStream]::new()", "[Console]::OpenStandardInput().CopyTo($body)"],
        words: ["-Body", "$body.ToArray()"],
      };
    case "file":
      return { setup: [], words: ["-InFile", quote(body.path)] };
    case "text":
      // A text beyond ASCII would be sent in an encoding that depends on the version.
      if (isAscii(body.text)) return { setup: [`$body = ${expression(body.text)}`], words: ["-Body", "$body"] };
      return {
        setup: [`$body = [Text.Encoding]::UTF8.GetBytes(${expression(body.text)})`],
        words: ["-Body", "$body"],
      };
    case "form":
      return formParts(body.parts);
  }
}

function formParts(parts: readonly PartDescription[]): { setup: string[]; words: string[] } {
  const unique = new Set(parts.map(({ name }) => name)).size === parts.length;
  if (unique && parts.every((part) => "text" in part || ("path" in part && part.filename === basename(part.path)))) {
    const fields = parts.map((part) => {
      const value = "text" in part ? expression(part.text) : "path" in part ? fileAt(part.path) : "";
      return `  ${quote(part.name)} = ${value}`;
    });
    return { setup: ["$form = [ordered]@{", ...fields, "}"], words: ["-Form", "$form"] };
  }
  const adds = parts.map((part) => {
    if ("text" in part) {
      return `$form.Add([Net.Http.StringContent]::new(${expression(part.text)}), ${quote(part.name)})`;
    }
    const stream = "stdin" in part ? "[Console]::OpenStandardInput()" : `(${fileAt(part.path)}).OpenRead()`;
    return `$form.Add([Net.Http.StreamContent]::new(${stream}), ${quote(part.name)}, ${quote(part.filename)})`;
  });
  return { setup: ["$form = [Net.Http.MultipartFormDataContent]::new()", ...adds], words: ["-Body", "$form"] };
}

function fileAt(path: string): string {
  return `Get-Item -LiteralPath ${quote(path)}`;
}

function isAscii(pieces: Pieces): boolean {
  return pieces.every((piece) =>
    typeof piece === "string" ? !/[^\0-\x7f]/.test(piece) : piece.variable === TOKEN_VARIABLE,
  );
}

/** A string expression: one text, a text with variables in it, or a sum where quotes would hide it. */
function expression(pieces: Pieces): string {
  if (pieces.every((piece) => typeof piece === "string")) return quote(pieces.join(""));
  const plain = pieces.every((piece) =>
    typeof piece === "string" ? /^[^"$`\p{Cc}\u201c-\u201e]*$/u.test(piece) : piece.fit === "plain",
  );
  if (plain)
    return `"${pieces.map((piece) => (typeof piece === "string" ? piece : `\${env:${piece.variable}}`)).join("")}"`;
  const texts = pieces.map((piece) => (typeof piece === "string" ? quote(piece) : fitted(piece)));
  // The first operand decides that it is a sum of texts.
  return `(${typeof pieces[0] === "string" ? "" : "'' + "}${texts.join(" + ")})`;
}

/** The value of a variable, made to fit into the text around it. */
function fitted({ variable, fit }: Blank): string {
  const value = `$env:${variable}`;
  if (fit === "uri") return `[uri]::EscapeDataString(${value})`;
  return fit === "json" ? `((ConvertTo-Json ${value}) -replace '^"|"$')` : value;
}

const escapes = table<string>({ "\0": "`0", "\t": "`t", "\n": "`n", "\r": "`r" });

/** A string literal. A text with control characters has double quotes, in which it stands on one line. */
function quote(text: string): string {
  if (!/\p{Cc}/u.test(text)) return powershellQuote(text);
  const inner = text.replace(/["$`\u201c-\u201e]/g, "`$&").replace(/\p{Cc}/gu, (character) => {
    return escapes.get(character) ?? `\`u{${character.charCodeAt(0).toString(16)}}`;
  });
  return `"${inner}"`;
}
