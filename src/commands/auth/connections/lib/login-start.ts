import type { BodyOf, Needs } from "../../../../cli/declare/body.ts";
import { commandLine } from "../../../../core/command-line.ts";
import { CliError } from "../../../../core/errors.ts";
import type { ManagedAuth, ManagedAuthLogin } from "../../../../generated/types.ts";
import type { authConnectionsLogin } from "../login.ts";

type Login = BodyOf<typeof authConnectionsLogin>;

/** Starts a login. Exit 1 while another one runs, with the command that follows it. */
export async function startLogin({ call, request }: Login): Promise<ManagedAuthLogin> {
  const { params } = request;
  try {
    return await call("authConnections.login", request);
  } catch (error) {
    if (error instanceof CliError && error.options.httpStatus === 409) {
      const connection = await call("authConnections.get", { params }).catch(() => undefined);
      if (connection?.flow_status === "IN_PROGRESS") error.options.hint = attachCommand(params.id);
    }
    throw error;
  }
}

/** The connection with its running login. Exit 1 when none is running. */
export async function runningLogin({ call, request }: Login): Promise<ManagedAuth> {
  const { params } = request;
  const connection = await call("authConnections.get", { params });
  if (connection.flow_status === "IN_PROGRESS") return connection;
  throw new CliError("failed", `no login of auth connection ${params.id} (${connection.domain}) is running`, {
    code: "no_login_running",
    hint: commandLine`auth connections login ${params.id}`,
    extra: { login: params.id },
  });
}

/** Command that follows a login that runs. */
export function attachCommand(id: string, more: readonly string[] = []): string {
  return commandLine`auth connections login ${id} --attach ${more}`;
}

/** Sentence for a login that was left while it runs. */
export function keepsRunning(id: string, canCancel: boolean): string {
  const cancel = canCancel ? `; cancel it with: ${commandLine`auth connections cancel ${id}`}` : "";
  return `the login of ${id} keeps running; go on with: ${attachCommand(id)}${cancel}`;
}

/**
 * Adds a hint to the error of an interruption or of `--timeout`, which leave the login running. Returns a function that
 * removes the listener.
 */
export function hintWhenLeft({ signal }: Needs<"signal">, hint: () => string): () => void {
  const add = (): void => {
    if (signal.reason instanceof CliError) signal.reason.options.hint ??= hint();
  };
  signal.addEventListener("abort", add, { once: true });
  return () => signal.removeEventListener("abort", add);
}

/** Sentence for a login that succeeded, with the command that uses its profile. */
export function loggedInSentence({ domain, profile_name }: Pick<ManagedAuth, "domain" | "profile_name">): string {
  const use = commandLine`browsers create --profile ${profile_name}`;
  return `Logged in to ${domain}; use the profile ${profile_name} with: ${use}`;
}
