import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileError } from "../core/errors.ts";
import { LocalCredentials } from "../core/local-listener.ts";
import { readIfThere } from "./read-file.ts";
import { localStatePath } from "./read-local-service.ts";

/**
 * State of a running local service in `service.json`, as the service writes it. A service removes the file when it
 * stops, so a leftover file belongs to a killed service.
 */
export interface WrittenState {
  version: string;
  pid: number;
  /** Start of the process, a value of `processStart`; absent if the platform does not report it. */
  pid_start?: string | undefined;
  port: number;
  base_url: string;
  /** The bearer token for everything; in clear only here and in {@link LocalIdentity}, both 0600. */
  token: string;
  /** Secret of this run, which identifies its listener; in clear only here (0600). */
  secret: string;
  started_at: string;
  state_dir: string;
  /** Directory for the working files of browsers. */
  temp_dir?: string;
  /** The browser it starts. */
  executable: string;
  /** Address of the demo site, where it is served. */
  demo_site?: string;
}

/** State of a local service for other processes, without its token and secret, which require a proof. */
export interface LocalState extends Omit<WrittenState, "token" | "secret"> {
  readonly credentials: LocalCredentials;
}

/** Port and secrets in `identity.json`, which a local service keeps over a clean restart, so that clients stay connected. */
export interface LocalIdentity {
  port: number;
  token: string;
  /** Key of the tokens in CDP addresses. */
  cdp_secret: string;
}

const identityFile = "identity.json";

/** The state file of the service over `stateDir`; undefined when there is none or it is damaged. Exit 10 when unreadable. */
export function readLocalState(stateDir: string): LocalState | undefined {
  const value = readJson(localStatePath(stateDir)) as Partial<WrittenState> | undefined;
  if (!value || typeof value !== "object") return undefined;
  const { token, secret, ...state } = value;
  const { pid, port, base_url } = state;
  const complete = isPositive(pid) && isPositive(port) && typeof base_url === "string" && typeof token === "string";
  if (!complete || !isSecret(secret)) return undefined;
  const credentials = new LocalCredentials({ token, secret });
  return { ...(state as Omit<WrittenState, "token" | "secret">), credentials };
}

/** Writes the state file atomically, readable by this user only (0600). Exit 10 when it cannot be written. */
export function writeLocalState(stateDir: string, state: WrittenState): void {
  writeJson(localStatePath(stateDir), state);
}

/** Removes the state file if it belongs to the process `pid`, or in any case when `pid` is omitted. */
export function removeLocalState(stateDir: string, pid?: number): void {
  const state = readLocalState(stateDir);
  if (pid !== undefined && state?.pid !== pid) return;
  try {
    rmSync(localStatePath(stateDir), { force: true });
  } catch (error) {
    // A state directory that is not a directory has no state either.
    if ((error as NodeJS.ErrnoException).code !== "ENOTDIR") throw fileError("remove", localStatePath(stateDir), error);
  }
}

/** Port and secrets of the previous run; undefined when there was none or the file is damaged. */
export function readLocalIdentity(stateDir: string): LocalIdentity | undefined {
  const value = readJson(join(stateDir, identityFile)) as Partial<LocalIdentity> | undefined;
  if (!value || typeof value !== "object") return undefined;
  const { port, token, cdp_secret } = value;
  const complete = isPositive(port) && isSecret(token) && isSecret(cdp_secret);
  return complete ? (value as LocalIdentity) : undefined;
}

/** Writes {@link LocalIdentity} in the same way as {@link writeLocalState}. */
export function writeLocalIdentity(stateDir: string, identity: LocalIdentity): void {
  writeJson(join(stateDir, identityFile), identity);
}

/** New secret: 32 random bytes as text that is valid in a header. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function isPositive(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isSecret(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{40,}$/.test(value);
}

function readJson(path: string): unknown {
  const text = readIfThere(path, "read");
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function writeJson(path: string, value: unknown): void {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`;
  try {
    const file = openSync(draft, "wx", 0o600);
    try {
      writeSync(file, `${JSON.stringify(value, null, 2)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw fileError("write", path, error);
  }
}
