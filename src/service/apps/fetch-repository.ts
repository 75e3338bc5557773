import { createReadStream } from "node:fs";
import { chmod, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ArchiveError } from "../../archive/archive-error.ts";
import { extractTar } from "../../archive/read-tar.ts";
import { type GroupRun, runInGroup } from "../../core/run-in-group.ts";
import type { RepositorySource } from "./repository-source.ts";

export interface FetchRepositoryOptions {
  readonly source: RepositorySource;
  /** New directory for the files. */
  readonly into: string;
  /** New directory for the work of git, which is removed at the end. */
  readonly work: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly limits?: RepositoryLimits;
}

export interface RepositoryLimits {
  /** Bytes of what is fetched, and of the files. */
  readonly bytes: number;
  readonly entries: number;
  /** Time of the whole fetch, in milliseconds. */
  readonly ms: number;
}

/** assumed: the API has no limits. */
export const repositoryLimits: RepositoryLimits = { bytes: 500 * 2 ** 20, entries: 100_000, ms: 60_000 };

/** Error of a fetch, for the record of a deployment; it has no token and no path of the machine. */
export class RepositoryError extends Error {
  override readonly name = "RepositoryError";
}

/** Variables of the service's environment that git and ssh get. */
const passed =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|SSH_AUTH_SOCK|GIT_SSL_CA(INFO|PATH)|SSL_CERT_(FILE|DIR)|(HTTPS?|ALL|NO)_PROXY|(https?|all|no)_proxy)$/;

/** Name of the user beside a token, which GitHub and others take with any token. */
const USER = "x-access-token";

/** Number of characters of git's messages that are read. */
const MESSAGE_CHARACTERS = 16_384;

/**
 * Fetches one commit of a repository with the machine's git, and unpacks its files without a checkout. Nothing of the
 * repository runs: no hooks, no filters, no submodules, no configuration of its own or of the user. Over https git uses no
 * password that the user has stored. git asks nobody; a token reaches it by a program that answers only for the host of
 * the address, never by an argument or a file. Returns the commit. Throws a {@link RepositoryError}.
 */
export async function fetchRepository(options: FetchRepositoryOptions): Promise<string> {
  const { source, into, work, limits = repositoryLimits } = options;
  const git = await Git.open(options, limits);
  try {
    const { url, ref, path } = source;
    await git.run(["init", "--quiet", "--bare", "--template=", git.directory], "prepared");
    const fetch = ["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"];
    await git.inRepository([...fetch, "--", url, `${ref}:refs/heads/fetched`], "fetched");
    const commit = (await git.inRepository(["rev-parse", "refs/heads/fetched"], "read")).trim();
    const tree = path === undefined ? commit : `${commit}:${path}`;
    const kind = await git.inRepository(["cat-file", "-t", tree], "read").catch(() => "");
    if (path !== undefined && kind.trim() !== "tree") {
      throw new RepositoryError(`the repository has no directory ${JSON.stringify(path)} at ${JSON.stringify(ref)}`);
    }
    const archive = join(work, "files.tar");
    await git.inRepository(["archive", "--format=tar", `--output=${archive}`, tree], "unpacked");
    await mkdir(into, { mode: 0o700 });
    const { bytes, entries } = limits;
    await extractTar(createReadStream(archive), into, { limits: { bytes, entries }, signal: options.signal });
    const entry = await stat(join(into, source.entrypoint)).catch(() => undefined);
    if (entry?.isFile()) return commit;
    const where = path === undefined ? "the repository" : `the directory ${JSON.stringify(path)} of the repository`;
    throw new RepositoryError(`${where} has no file ${JSON.stringify(source.entrypoint)} at ${JSON.stringify(ref)}`);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    if (error.kind === "too_large" || error.kind === "too_many_entries") throw tooLarge(limits);
    throw new RepositoryError(`the files of the repository cannot be unpacked: ${error.message}`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The machine's git, with a configuration of its own. */
class Git {
  readonly directory: string;
  readonly #options: FetchRepositoryOptions;
  readonly #limits: RepositoryLimits;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #endsAt: number;

  private constructor(options: FetchRepositoryOptions, limits: RepositoryLimits, askpass: string) {
    this.#options = options;
    this.#limits = limits;
    this.#endsAt = performance.now() + limits.ms;
    this.directory = join(options.work, "repository.git");
    const own = Object.entries(options.env).filter(([name]) => passed.test(name));
    const { protocol, token, url } = options.source;
    this.#env = {
      ...Object.fromEntries(own),
      // The user's `.netrc` has passwords, which git would send for anybody who names the host. ssh needs the user's settings.
      ...(protocol !== "ssh" && { HOME: options.work }),
      LC_ALL: "C",
      GIT_TERMINAL_PROMPT: "0",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_ASKPASS: askpass,
      GIT_SSH_COMMAND: "ssh -o BatchMode=yes",
      SSH_ASKPASS: askpass,
      SSH_ASKPASS_REQUIRE: "never",
      ...(token !== undefined && { BROWSERCTL_GIT_TOKEN: token, BROWSERCTL_GIT_ORIGIN: new URL(url).origin }),
    };
  }

  /** Makes the working directory, with the program that git asks for a user and a password. */
  static async open(options: FetchRepositoryOptions, limits: RepositoryLimits): Promise<Git> {
    await mkdir(options.work, { mode: 0o700 });
    const askpass = join(options.work, "askpass");
    await writeFile(askpass, ASKPASS);
    await chmod(askpass, 0o700);
    return new Git(options, limits, askpass);
  }

  inRepository(args: readonly string[], what: string): Promise<string> {
    return this.run([`--git-dir=${this.directory}`, ...args], what);
  }

  /** Output of git. A file that it writes beyond the limit of size ends it. */
  async run(args: readonly string[], what: string): Promise<string> {
    const { signal, source } = this.#options;
    const command = ["git", ...settingsFor(source), ...args];
    const blocks = Math.ceil(this.#limits.bytes / 512);
    const run = await runInGroup(
      ["/bin/sh", "-c", 'ulimit -f "$1"; shift; exec "$@"', "sh", String(blocks), ...command],
      {
        cwd: this.#options.work,
        env: this.#env,
        limitMs: Math.max(0, this.#endsAt - performance.now()),
        maxBytes: 2 ** 20,
        keptStderr: MESSAGE_CHARACTERS,
        signal,
      },
    );
    if (run.end === "exit" && run.code === 0) return run.stdout.toString("utf8");
    throw failureOf(run, what, source, this.#limits);
  }
}

/**
 * Program that git asks. It knows the token of one origin, so that a redirect to another host gets none; and no user of
 * an address without a token.
 */
const ASKPASS = `#!/bin/sh
case "$1" in
"Username for '$BROWSERCTL_GIT_ORIGIN': ") echo ${USER} ;;
"Password for '\${BROWSERCTL_GIT_ORIGIN%%://*}://${USER}@\${BROWSERCTL_GIT_ORIGIN#*://}': ") printf '%s\\n' "$BROWSERCTL_GIT_TOKEN" ;;
*) exit 1 ;;
esac
`;

/** Settings of each call: one protocol, no hooks, no helpers, and one pack for the limit of size. */
function settingsFor({ protocol }: RepositorySource): string[] {
  const settings = {
    "core.hooksPath": "/dev/null",
    "credential.helper": "",
    "fetch.unpackLimit": "1",
    "gc.auto": "0",
    "protocol.allow": "never",
    [`protocol.${protocol}.allow`]: "always",
    "submodule.recurse": "false",
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

const BROKEN_OFF = /early EOF|RPC failed|unexpected disconnect|the remote end hung up|expected flush/;

/** Reasons by a pattern of git's messages, the most specific first. */
const reasons: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /could not read (Username|Password)|Authentication failed|Permission denied \(|terminal prompts disabled/,
    "needs a login, or does not exist: give a token by auth that may read it",
  ],
  [/Host key verification failed/, "is on a host that ssh does not know: connect to it once by hand"],
  [/transport '[^']*' not allowed/, "leads to an address of another kind, which is not followed"],
  [/repository .* not found|does not appear to be a git repository|not a git repository/i, "does not exist"],
  [
    /Could not resolve host|Failed to connect|Connection (refused|reset|timed out)|Couldn't connect/,
    "cannot be reached",
  ],
  [/SSL|certificate/i, "has a certificate that is not trusted"],
  [/dubious ownership/, "belongs to another user of the machine"],
  [BROKEN_OFF, "broke off while it was sent"],
];

function failureOf(
  run: GroupRun,
  what: string,
  { shown, ref }: RepositorySource,
  limits: RepositoryLimits,
): RepositoryError {
  const repository = `the repository ${JSON.stringify(shown)}`;
  if (run.end === "late") return new RepositoryError(`${repository} was not fetched within ${limits.ms / 1_000} s`);
  if (run.end === "too-large") return tooLarge(limits);
  if (run.end === "not-started") return new RepositoryError(`git cannot be started (${run.code ?? "unknown"})`);
  if (run.code === 127) {
    return new RepositoryError("git is not installed on this machine: install it, or send the files with apps deploy");
  }
  const { stderr } = run;
  if (run.killedBy === "SIGXFSZ" || isTooLarge(stderr)) return tooLarge(limits);
  if (/couldn't find remote ref|not our ref|no such remote ref/.test(stderr)) {
    return new RepositoryError(
      `${repository} has no ${JSON.stringify(ref)}: name a branch or a tag, or all 40 digits of a commit`,
    );
  }
  const reason = reasons.find(([pattern]) => pattern.test(stderr))?.[1];
  if (reason !== undefined) return new RepositoryError(`${repository} ${reason}`);
  const end = run.killedBy === null ? `exit code ${run.code}` : run.killedBy;
  return new RepositoryError(`${repository} could not be ${what}: git ended with ${end}`);
}

/** True when a file grew beyond the limit: git only says that the program which wrote the pack ended without a word. */
function isTooLarge(stderr: string): boolean {
  if (/File too large|signal 25/.test(stderr)) return true;
  return /invalid index-pack output/.test(stderr) && !BROKEN_OFF.test(stderr);
}

function tooLarge({ bytes, entries }: RepositoryLimits): RepositoryError {
  return new RepositoryError(
    `the repository is larger than ${Math.floor(bytes / 2 ** 20)} MiB, or has more than ${entries} files`,
  );
}
