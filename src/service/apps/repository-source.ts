import { basename, isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { InputProblem } from "../../contract/problems.ts";
import { isObject } from "../../core/is-object.ts";
import { withoutEnd } from "../../core/without-end.ts";
import { ResourceError } from "../store/resource-error.ts";

/** Ways to reach a repository. */
export type RepositoryProtocol = "file" | "http" | "https" | "ssh";

/** Repository to deploy from, after its check. */
export interface RepositorySource {
  /** Address for records and messages: as it was given; of a repository of the machine the name of its directory alone. */
  readonly shown: string;
  /** Address as git gets it. */
  readonly url: string;
  readonly protocol: RepositoryProtocol;
  readonly ref: string;
  /** Directory in the repository; undefined for its root. */
  readonly path: string | undefined;
  /** Entry file, from that directory. */
  readonly entrypoint: string;
  readonly token: string | undefined;
}

const members = ["type", "url", "ref", "entrypoint", "path", "auth"];

/** Maximum length of each text, in characters. */
const MAX_CHARACTERS = 2_048;

/**
 * Reads the `source` of a deployment (contract 2.17). assumed: its `url` may be any address that git fetches from over
 * https, http, ssh and from this machine, with `type` github. Throws a {@link ResourceError} `invalid` with all problems;
 * none has the token.
 */
export function readRepositorySource(text: string): RepositorySource {
  const given = parsed(text);
  const problems: InputProblem[] = [];
  const problem = (path: string, message: string): void => {
    problems.push({ path: `source.${path}`, message });
  };
  for (const name of Object.keys(given)) if (!members.includes(name)) problem(name, "is unknown");
  if (given["type"] !== "github") problem("type", 'must be "github"');
  const textAt = (name: string): string => {
    const value = given[name];
    if (typeof value === "string" && value !== "" && value.length <= MAX_CHARACTERS && !/\p{Cc}/u.test(value))
      return value;
    problem(
      name,
      value === undefined
        ? "is missing"
        : `must be a text of 1 to ${MAX_CHARACTERS} characters without control characters`,
    );
    return "";
  };
  const [url, ref, entrypoint] = [textAt("url"), textAt("ref"), textAt("entrypoint")];
  const address = url === "" ? undefined : readAddress(url);
  if (address && "problem" in address) problem("url", address.problem);
  if (ref !== "" && !isRef(ref)) problem("ref", "must be the name of a branch or a tag, or all 40 digits of a commit");
  const path = given["path"] === undefined || given["path"] === "" ? undefined : innerPath(textAt("path"));
  if (path === null) problem("path", "must be a directory within the repository");
  const entry = entrypoint === "" ? "" : innerPath(entrypoint);
  if (entry === null || entry === undefined) problem("entrypoint", "must be a file within the directory of path");
  const token = tokenOf(given["auth"], problem);
  if (token !== undefined && address && "protocol" in address && !mayGetToken(address.url)) {
    problem("auth", "is for an https address, so that nobody on the way reads the token");
  }
  if (problems.length > 0 || !address || "problem" in address) throw ResourceError.invalid(problems);
  const shown = address.protocol === "file" ? basename(withoutEnd(url, "/").replace(/\/\.git$/, "")) : url;
  return { shown, ...address, ref, path: path ?? undefined, entrypoint: entry ?? "", token };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // The message of the parser would repeat a part of the text.
  }
  throw ResourceError.invalid([{ path: "source", message: "must be a JSON object" }]);
}

/** Address of a repository: a URL, `user@host:path` as ssh takes it, or an absolute path of this machine. */
function readAddress(given: string): { url: string; protocol: RepositoryProtocol } | { problem: string } {
  if (isAbsolute(given)) return { url: pathToFileURL(given).href, protocol: "file" };
  // The `::` of a transport program such as `ext::` is no port.
  const scp = /^[A-Za-z0-9._]+@[A-Za-z0-9][A-Za-z0-9.-]*:(?![:/])[^\s]+$/.test(given);
  if (scp) return { url: given, protocol: "ssh" };
  const url = URL.parse(given);
  const protocol = ["https", "http", "ssh", "file"].find((name) => given.startsWith(`${name}://`));
  if (!url || protocol === undefined) {
    return { problem: "must be an https, http, ssh or file address of a repository, or an absolute path" };
  }
  if (url.password !== "" || (url.username !== "" && protocol !== "ssh")) {
    return { problem: "must have no user and no password: give a token by auth" };
  }
  if (url.hostname.startsWith("-") || url.username.startsWith("-")) return { problem: "must not begin with a hyphen" };
  if (protocol === "file" && url.hostname !== "") return { problem: "must name a path of this machine: file:///path" };
  return { url: given, protocol: protocol as RepositoryProtocol };
}

/** Names that git accepts, without the forms that it reads as something else (git-check-ref-format). */
function isRef(ref: string): boolean {
  return !/^[-+/.]|\.\.|\/\/|@\{|[\s~^:?*[\\]|[./]$/.test(ref);
}

/** Path within a directory; null for one that leads out of it. */
function innerPath(given: string): string | null | undefined {
  const parts = given.split("/").filter((part) => part !== "" && part !== ".");
  if (isAbsolute(given) || given.includes("\\") || parts.includes("..") || given.startsWith("-")) return null;
  return parts.length === 0 ? undefined : parts.join("/");
}

function tokenOf(auth: unknown, problem: (path: string, message: string) => void): string | undefined {
  if (auth === undefined || auth === null) return undefined;
  const { method, token, ...others } = isObject(auth) ? auth : {};
  if (method !== "github_token" || Object.keys(others).length > 0) problem("auth.method", 'must be "github_token"');
  if (typeof token === "string" && /^[\x21-\x7e]{1,1024}$/.test(token)) return token;
  problem("auth.token", "must be a token of 1 to 1024 visible ASCII characters");
  return undefined;
}

/** True for https, and for http to this machine. */
function mayGetToken(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol === "https:") return true;
  return url?.protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
}
