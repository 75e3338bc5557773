import { Readable, Writable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import type { CommandSpec } from "../../../cli/declare/spec.ts";
import { runCommand } from "../../../cli/run/run-command.ts";
import { Lifetime } from "../../../core/abort.ts";
import { CliError } from "../../../core/errors.ts";
import { Io } from "../../../core/io.ts";
import { jsonOrText } from "../../../core/or-text.ts";
import type { CurlBody, CurlRequest } from "../../../curl-line/curl-request.ts";

/** Service and settings for trying a command. */
export interface TryPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Base URL of the request. */
  readonly baseUrl: string;
}

interface Shown {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form?: readonly string[];
  readonly body?: unknown;
}

/** True when a command's `--dry-run` shows exactly the request of the curl command. Nothing is sent. */
export async function makesSameRequest(
  spec: CommandSpec,
  words: readonly string[],
  request: CurlRequest,
  place: TryPlace,
): Promise<boolean> {
  const shown = await dryRun(spec, words, place);
  if (!shown || shown.method !== request.method) return false;
  const own = new URL(shown.url);
  const sameUrl = own.origin === request.url.origin && samePath(own, request.url);
  const query = (url: URL): string[] => [...url.searchParams].map(([name, value]) => `${name}=${value}`).sort();
  if (!sameUrl || !isDeepStrictEqual(query(own), query(request.url))) return false;
  return sameBody(shown, request.body);
}

/** True for paths that are equal after unescaping. */
function samePath({ pathname: one }: URL, { pathname: other }: URL): boolean {
  try {
    return one === other || decodeURI(one) === decodeURI(other);
  } catch {
    // The escapes are not UTF-8.
    return false;
  }
}

function sameBody({ form, body }: Shown, wanted: CurlBody | undefined): boolean {
  switch (wanted?.kind) {
    case undefined:
      return form === undefined && body === undefined;
    case "form":
      return isDeepStrictEqual(
        form,
        wanted.parts.map(
          (part) =>
            `${part.name}=${"text" in part ? part.text : part.path === "-" ? "(stdin)" : `@${apiPath(part.path)}`}`,
        ),
      );
    case "stdin":
      return body === "(stdin)";
    case "file":
      return body === `@${apiPath(wanted.path)}` || body === `@${wanted.path.replace(/^\.\//, "")}`;
    case "text":
      return isDeepStrictEqual(body, jsonOrText(wanted.text));
  }
}

/** A path after `@` that is not read as a text. */
export function apiPath(path: string): string {
  return path.startsWith("@") ? `./${path}` : path;
}

/** Words of a command with further flags, inserted before `--`. */
export function withFlags(words: readonly string[], flags: readonly string[]): string[] {
  const at = words.indexOf("--");
  return at < 0 ? [...words, ...flags] : words.toSpliced(at, 0, ...flags);
}

/** The single request of a command; undefined when it makes none or several, or is refused. */
async function dryRun(spec: CommandSpec, words: readonly string[], place: TryPlace): Promise<Shown | undefined> {
  const chunks: Buffer[] = [];
  const stdout = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  const env = {
    ...place.env,
    BROWSERCTL_BASE_URL: place.baseUrl,
    BROWSERCTL_TOKEN: "not-sent",
    BROWSERCTL_PROJECT: undefined,
  };
  const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
  const tty = { stdin: false, stdout: false, stderr: false };
  const io = new Io({ stdin: Readable.from([]), stdout, stderr, env, tty, width: 80, cwd: place.cwd });
  const flags = ["--dry-run", "--show-token", "--output", "json", "--yes", "--no-input"];
  try {
    if ((await runCommand(spec, withFlags(words, flags), io, new Lifetime())) !== 0) return undefined;
    const shown = jsonOrText(Buffer.concat(chunks).toString());
    return typeof shown === "object" && shown !== null && "url" in shown ? (shown as Shown) : undefined;
  } catch (error) {
    if (error instanceof CliError) return undefined;
    throw error;
  }
}
