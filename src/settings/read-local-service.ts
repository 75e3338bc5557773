import { join } from "node:path";
import { CliError, fileError } from "../core/errors.ts";
import { isObject } from "../core/is-object.ts";
import { isLoopback } from "../core/loopback.ts";
import { parseBaseUrl } from "./base-url.ts";
import type { LocalState } from "./local-state.ts";
import { checks } from "./model.ts";
import { readRegularFile } from "./read-file.ts";

/** Fields of the local service's state file that a client needs. */
export type LocalService = Pick<LocalState, "base_url" | "token" | "pid" | "version">;

/** File with the address of a running local service. */
export function localStatePath(stateDir: string): string {
  return join(stateDir, "service.json");
}

/**
 * Reads the state file `service.json` of the local service over `stateDir`. Returns undefined when there is no such file
 * or its process is gone (killed, the machine restarted). Every command reads it again, so that it notices a restart on
 * another port. Exit 10 when the file cannot be read or is invalid: a token is sent to the address in it, which must be a
 * loopback one. Source: design 4.
 */
export function readLocalService(stateDir: string): LocalService | undefined {
  const path = localStatePath(stateDir);
  let text: string;
  try {
    text = readRegularFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw fileError("read the local service's state file", path, error);
  }
  const service = parse(text);
  if (service === undefined) {
    throw new CliError("local-file", `the local service's state file "${path}" is damaged`, {
      hint: "browserctl local start",
    });
  }
  return alive(service.pid) ? service : undefined;
}

function parse(text: string): LocalService | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return undefined;
    const { base_url, token, pid, version } = value;
    if (typeof base_url !== "string" || !isLoopback(new URL(parseBaseUrl(base_url)))) return undefined;
    if (typeof token !== "string" || checks.token(token) !== undefined) return undefined;
    if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid < 1) return undefined;
    return { base_url: parseBaseUrl(base_url), token, pid, version: String(version ?? "") };
  } catch {
    return undefined;
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
