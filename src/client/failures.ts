import type { ServiceCode } from "../core/client-code.ts";
import { commandLine } from "../core/command-line.ts";
import { CliError, type CliErrorOptions } from "../core/errors.ts";
import { exitOfAnswer } from "../core/exit-codes.ts";
import { table } from "../core/table.ts";

/** The body of an error as any service sends it; every member may be missing (contract 0.6). */
interface ErrorLike {
  code?: unknown;
  message?: unknown;
  details?: unknown;
  inner_error?: unknown;
  net_error?: unknown;
  net_error_name?: unknown;
  invocation_id?: unknown;
}

/** Project and token of a request, and where they come from, for the errors that refuse them. */
export interface Provenance {
  readonly tokenFrom?: string | undefined;
  readonly project?: string | undefined;
  readonly projectFrom?: string | undefined;
}

/** Error for a status and the body that came with it. A refused token or project is named with its source. */
export function statusError(
  status: number,
  body: unknown,
  statusText: string,
  options: CliErrorOptions = {},
  sent: Provenance = {},
): CliError {
  const { code, message, details, inner_error, net_error, net_error_name, invocation_id } = errorLike(body);
  const text = typeof message === "string" && message !== "" ? message : plainMessage(status, body, statusText);
  if (typeof net_error === "number") {
    return new CliError("outcome-failed", text, {
      ...options,
      code: (typeof code === "string" ? code : "network_error") as ServiceCode,
      httpStatus: status,
      hint: commandLine`explain ${String(/^ERR_[A-Z0-9_]+$/.test(String(net_error_name)) ? net_error_name : net_error)}`,
      extra: { net_error, net_error_name },
    });
  }
  const refusedToken = status === 401 ? sent.tokenFrom : undefined;
  const aboutProject = (code === "project_not_found" || status === 403) && sent.project !== undefined;
  const refusedProject = aboutProject && sent.projectFrom !== undefined ? sent : undefined;
  return new CliError(exitOfAnswer(status, code), text, {
    ...options,
    ...(typeof invocation_id === "string" && { extra: { invocation_id } }),
    ...(refusedToken !== undefined && { extra: { token_from: refusedToken } }),
    ...(refusedProject && { extra: { project: refusedProject.project, project_from: refusedProject.projectFrom } }),
    code: (typeof code === "string" ? code : `http_${status}`) as ServiceCode,
    details: Array.isArray(details) ? details : undefined,
    innerError: typeof inner_error === "object" && inner_error !== null ? inner_error : undefined,
    httpStatus: status,
  });
}

/** Text for error codes that explain little by themselves; nothing for other codes. */
export function explanation(body: unknown, local: boolean): Pick<CliErrorOptions, "typed"> {
  if (errorLike(body).code !== "projects_disabled") return {};
  const details = [
    "There is only the default project, and every command works in it; leave --project out.",
    ...(local ? [] : ["An administrator of the organization can have projects enabled."]),
  ];
  return { typed: { message: "projects are disabled in this organization", details } };
}

function errorLike(body: unknown): ErrorLike {
  return typeof body === "object" && body !== null ? (body as ErrorLike) : {};
}

function plainMessage(status: number, body: unknown, statusText: string): string {
  const text = typeof body === "string" ? body.trim().slice(0, 200) : "";
  return `the service answered ${status}${statusText ? ` ${statusText}` : ""}${text && !text.startsWith("<") ? `: ${text}` : ""}`;
}

const beforeConnection = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "CONNECT_TIMEOUT",
  "LOCAL_NOT_RUNNING",
  "FOREIGN_LISTENER",
  "ERR_PROXY_TUNNEL",
  "PROXY_AUTHENTICATION",
]);

const reasons = table<string>({
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "the host name does not resolve",
  EAI_AGAIN: "the host name could not be looked up",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed while sending",
  SOCKET_CLOSED: "the connection was closed before a response arrived",
  STALE_CONNECTION: "the connection was closed before a response arrived",
  CONNECT_TIMEOUT: "no connection in time",
  LOCAL_NOT_RUNNING: "the local service is not running",
  FOREIGN_LISTENER: "another program listens there, not the local service",
  HEADERS_TIMEOUT: "no response in time",
  BODY_TIMEOUT: "the response stopped in the middle",
  PROXY_AUTHENTICATION: "the proxy requires credentials",
  ERR_PROXY_TUNNEL: "the proxy made no tunnel to the host",
  UNEXPECTED_UPGRADE: "the server switched to another protocol",
});

/** A request that got no answer: exit 5, or 6 where time ran out. */
export interface NetworkFailure {
  error: CliError;
  /** No connection existed: sending it again cannot repeat an effect. */
  beforeConnection: boolean;
}

/** Failure that explains an error of `fetch`. */
export function networkFailure(cause: unknown, url: URL, hint: string | undefined): NetworkFailure {
  const code = causeCode(cause);
  const timedOut = code.endsWith("TIMEOUT") || code === "ETIMEDOUT";
  const reason = reasons.get(code) ?? parserReason(code) ?? tlsReason(code) ?? deepestMessage(cause);
  const error = new CliError(timedOut ? "timeout" : "unreachable", `cannot reach ${url.origin}: ${reason}`, {
    code: timedOut ? "timeout" : "unreachable",
    hint: isTls(code) ? "NODE_EXTRA_CA_CERTS=/path/to/ca.pem adds a certificate authority" : hint,
    cause,
  });
  return { error, beforeConnection: beforeConnection.has(code) || isTls(code) };
}

function isTls(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code);
}

/** Codes of Node's HTTP parser. */
function parserReason(code: string): string | undefined {
  return code.startsWith("HPE_") ? "the response is not HTTP" : undefined;
}

function tlsReason(code: string): string | undefined {
  return isTls(code) ? `TLS: ${code.toLowerCase().replaceAll("_", " ")}` : undefined;
}

function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let at = error; at instanceof Error && found.length < 10; at = at.cause) {
    found.push(at);
    if (at instanceof AggregateError) found.push(...at.errors);
  }
  return found;
}

function causeCode(error: unknown): string {
  const codes = causes(error).map((cause) => (cause as { code?: unknown }).code);
  return String(codes.findLast((code) => typeof code === "string") ?? "");
}

function deepestMessage(error: unknown): string {
  const messages = causes(error).map((cause) => (cause as Error).message);
  return messages.findLast((message) => message) ?? String(error);
}
