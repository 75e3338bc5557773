import { join } from "node:path";
import { CliError } from "../core/errors.ts";
import { isLoopback } from "../core/hosts.ts";
import { isObject } from "../core/is-object.ts";
import { LocalCredentials, type LocalListener } from "../core/local-listener.ts";
import { mayBeSameProcess } from "../core/process-start.ts";
import { parseBaseUrl } from "./base-url.ts";
import type { WrittenState } from "./local-state.ts";
import { checks } from "./model.ts";
import { readIfThere } from "./read-file.ts";

/** The local service for clients: its address, and how a connection gets the token. */
export interface LocalService extends Pick<WrittenState, "base_url" | "pid" | "version"> {
  readonly listener: LocalListener;
}

/** File with the address of a running local service. */
export function localStatePath(stateDir: string): string {
  return join(stateDir, "service.json");
}

/** Listener of each state directory: always the same, so that the commands of a process share its connections. */
const listeners = new Map<string, LocalListener>();

/**
 * Reads the state file `service.json` of the local service over `stateDir`. Returns undefined when there is no such
 * file or its process is gone (killed, the machine restarted), even if another process has its number now. Every
 * command reads it again, so that it notices a restart on another port. Exit 10 when the file cannot be read or is
 * invalid: a token is sent to the address in it, which must be a loopback one. Source: design 4.
 */
export function readLocalService(stateDir: string): LocalService | undefined {
  const running = readRunning(stateDir);
  if (!running) return undefined;
  const { base_url, pid, version } = running;
  const listener = listeners.get(stateDir) ?? localListener(stateDir);
  listeners.set(stateDir, listener);
  return { base_url, pid, version, listener };
}

/** The local service over `stateDir` as the other end of connections; each connection reads the current run. */
function localListener(stateDir: string): LocalListener {
  return {
    kind: "local",
    credentials: (port) => {
      const running = readRunning(stateDir);
      if (!running || Number(new URL(running.base_url).port) !== port) return undefined;
      return new LocalCredentials(running);
    },
  };
}

type Running = Pick<WrittenState, "base_url" | "pid" | "version" | "pid_start" | "token" | "secret">;

function readRunning(stateDir: string): Running | undefined {
  const path = localStatePath(stateDir);
  const text = readIfThere(path, "read the local service's state file");
  if (text === undefined) return undefined;
  const service = parse(text);
  if (service === undefined) {
    throw new CliError("local-file", `the local service's state file "${path}" is damaged`, {
      hint: "browserctl local start",
    });
  }
  return mayBeSameProcess(service.pid, service.pid_start) ? service : undefined;
}

function parse(text: string): Running | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return undefined;
    const { base_url, token, pid, pid_start, secret, version } = value;
    if (typeof base_url !== "string") return undefined;
    const url = new URL(parseBaseUrl(base_url));
    if (url.protocol !== "http:" || !isLoopback(url)) return undefined;
    if (typeof token !== "string" || checks.token(token) !== undefined) return undefined;
    if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid < 1) return undefined;
    if (typeof secret !== "string" || !["string", "undefined"].includes(typeof pid_start)) return undefined;
    return {
      base_url: parseBaseUrl(base_url),
      token,
      pid,
      pid_start: pid_start as string | undefined,
      secret,
      version: String(version ?? ""),
    };
  } catch {
    return undefined;
  }
}
