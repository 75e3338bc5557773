import { randomBytes } from "node:crypto";
import { execa } from "execa";
import { untilAborted } from "../../core/abort.ts";
import { CliError } from "../../core/errors.ts";
import { nodeProgram } from "../../core/node-program.ts";
import { packageFile } from "../../core/package-file.ts";
import { KEYCHAIN_SERVICE, type KeychainStore } from "./token-store.ts";

/** Maximum wait, in milliseconds: a person may have to type a password. */
const LIMIT_MS = 60_000;

/** Request to the process that uses the keychain. */
export interface KeychainRequest {
  readonly action: "get" | "set" | "remove";
  readonly service: string;
  readonly account: string;
  readonly token?: string;
}

/** Answer of the process that uses the keychain. */
export interface KeychainAnswer {
  readonly token?: string | undefined;
  readonly removed?: boolean;
  readonly error?: string;
  /** The native library is not installed. */
  readonly missing?: boolean;
}

export interface KeychainOptions {
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  /** Maximum wait, in milliseconds; 60 s when omitted. */
  limitMs?: number;
}

/** New store for each login, so that a failed login keeps the previous entry. */
export function newKeychainStore(baseUrl: string): KeychainStore {
  return { kind: "keychain", account: `${new URL(baseUrl).host}/${randomBytes(6).toString("hex")}` };
}

/** Entry as a person finds it in the keychain. */
export function keychainEntryWords({ account }: KeychainStore): string {
  return `"${KEYCHAIN_SERVICE}", account "${account}"`;
}

/** Reads the token of an entry; undefined when there is none. Exit 10 when the keychain cannot be used. */
export async function readFromKeychain(store: KeychainStore, options: KeychainOptions): Promise<string | undefined> {
  return (await ask({ action: "get", service: KEYCHAIN_SERVICE, account: store.account }, options)).token;
}

/** Writes an entry. Exit 10 when the keychain cannot be used or does not keep it. */
export async function writeToKeychain(store: KeychainStore, token: string, options: KeychainOptions): Promise<void> {
  await ask({ action: "set", service: KEYCHAIN_SERVICE, account: store.account, token }, options);
}

/** Removes an entry; false when there was none. Exit 10 when the keychain cannot be used. */
export async function removeFromKeychain(store: KeychainStore, options: KeychainOptions): Promise<boolean> {
  return (await ask({ action: "remove", service: KEYCHAIN_SERVICE, account: store.account }, options)).removed === true;
}

/**
 * Makes one request in a process of its own. assumed: a separate process, because a native call that waits for a person
 * blocks `process.exit`.
 */
async function ask(request: KeychainRequest, options: KeychainOptions): Promise<KeychainAnswer> {
  const { env, signal, limitMs = LIMIT_MS } = options;
  const child = execa(nodeProgram(), [packageFile("dist", "keychain-runner.cjs")], {
    input: JSON.stringify(request),
    env,
    extendEnv: false,
    reject: false,
    timeout: limitMs,
    cancelSignal: signal,
    killSignal: "SIGKILL",
  });
  const ended = await untilAborted(child, signal);
  signal.throwIfAborted();
  if (ended.timedOut) throw unusable(`it did not answer within ${limitMs / 1000} s`);
  if (ended.exitCode !== 0) throw unusable(`its process ended with ${ended.exitCode ?? ended.signal ?? ended.code}`);
  const answer = JSON.parse(ended.stdout) as KeychainAnswer;
  if (answer.missing) throw unusable("the optional package @napi-rs/keyring is not installed", answer.error);
  if (answer.error !== undefined) throw unusable(reasonOf(answer.error), answer.error);
  return answer;
}

/** Reason in plain words where the library's own names only its internals. */
function reasonOf(error: string): string {
  if (/prompt was dismissed|locked/i.test(error)) return "it is locked, and nobody unlocked it";
  if (/D-?Bus/i.test(error)) return "no keychain service (Secret Service) answers on D-Bus";
  return error;
}

function unusable(reason: string, cause?: string): CliError {
  return new CliError("local-file", `cannot use the keychain: ${reason}`, {
    code: "keychain_unavailable",
    hint: "start or unlock the keychain, or choose another store: browserctl login --store file, command or env",
    cause: cause === undefined ? undefined : new Error(cause),
  });
}
