import { basename } from "node:path";
import type { BodyOf } from "../../../cli/declare/body.ts";
import { headerFlags } from "../../../cli/input/headers.ts";
import { operationOf } from "../../../cli/input/match-operation.ts";
import { sourceOf } from "../../../cli/input/source.ts";
import { keptStdin, unreadFile } from "../../../cli/transfer/body-file.ts";
import { localFile } from "../../../cli/transfer/local-file.ts";
import { withTempDirectory } from "../../../cli/transfer/staging.ts";
import type { ApiClient } from "../../../client/call.ts";
import { type FormPart, formBody, type LocalFile } from "../../../client/form.ts";
import type { ApiResponse, RawRequest } from "../../../client/request.ts";
import type { PlainOperation } from "../../../contract/plain.ts";
import type { api } from "../../api.ts";
import { type Fields, type PartField, readFields } from "./api-fields.ts";

type Api = BodyOf<typeof api>;

/** Methods that send their fields as a query. */
export const withoutBody: ReadonlySet<string> = new Set(["GET", "HEAD", "DELETE"]);

export function methodOf({ args }: Pick<Api, "args">): string {
  return args.method.toUpperCase();
}

/** The request of the words, without its body where that is streamed. */
export async function rawRequest(body: Api, { options }: ApiClient): Promise<RawRequest> {
  const { args, flags } = body;
  const method = methodOf(body);
  const url = new URL(`${options.baseUrl.replace(/\/+$/, "")}${args.path}`);
  const fields = readFields(flags).value;
  const operation = await operationOf(method, args.path);
  const tree = fields.kind === "tree" ? fields.tree : undefined;
  if (tree && withoutBody.has(method)) {
    for (const [name, value] of Object.entries(tree)) appendQuery(url, name, value);
  }
  const sent = tree && !withoutBody.has(method) ? JSON.stringify(tree) : undefined;
  return {
    method,
    url,
    accept: operation?.response.kind === "sse" ? "text/event-stream" : "*/*",
    body: sent,
    contentType: sent === undefined ? undefined : "application/json",
    attempt: { idempotent: withoutBody.has(method) || method === "PUT", unsafe: options.retryUnsafe },
    operation,
    headers: headerFlags(flags.header ?? []).value,
  };
}

/** Sends a request with the body of `--input` or of a form. */
export async function sendRequest(body: Api, client: ApiClient, request: RawRequest): Promise<ApiResponse> {
  const fields = readFields(body.flags).value;
  const source = body.flags.input === undefined ? undefined : sourceOf(body.flags.input);
  const readsStdin =
    source?.from === "stdin" || (fields.kind === "form" && fields.parts.some((part) => "stdin" in part));
  if (readsStdin && !body.previewing) {
    return withTempDirectory(body, async (directory) => {
      const owner = source ? "--input" : "--field";
      return sendWith(body, client, request, fields, await keptStdin(body, owner, directory));
    });
  }
  return sendWith(body, client, request, fields, unreadFile(undefined));
}

async function sendWith(
  body: Api,
  client: ApiClient,
  request: RawRequest,
  fields: Fields,
  stdin: LocalFile,
): Promise<ApiResponse> {
  const { cwd, flags, previewing, read, send } = body;
  const { operation } = request;
  if (fields.kind === "form") {
    const parts = await Promise.all(fields.parts.map((part) => formPart(part, operation, body, stdin)));
    const { body: content, contentType } = formBody(parts);
    return send({ ...request, body: content, contentType, form: parts }, { label: "Sending the form" });
  }
  if (flags.input === undefined) return client.send(request);
  const contentType = operation?.bodyKind === "bytes" ? "application/octet-stream" : "application/json";
  const source = sourceOf(flags.input);
  if (source.from === "literal" || source.from === "env") {
    return client.send({ ...request, body: await read(flags.input, "--input"), contentType });
  }
  const file =
    source.from === "stdin" ? stdin : previewing ? unreadFile(source.path) : await localFile(source.path, cwd);
  const label = source.from === "stdin" ? "Sending stdin" : `Sending "${source.path}"`;
  return send({ ...request, body: file, contentType }, { label });
}

async function formPart(
  part: PartField,
  operation: PlainOperation | undefined,
  { cwd, previewing }: Api,
  stdin: LocalFile,
): Promise<FormPart> {
  const { name } = part;
  if ("value" in part) return { name, value: part.value, secret: !isOpen(name, operation) };
  if ("stdin" in part) return { name, file: { ...stdin, filename: "stdin" } };
  const { path } = part;
  return { name, file: previewing ? { ...unreadFile(path), filename: basename(path) } : await localFile(path, cwd) };
}

/** True for a part that the operation declares and that carries no secret. */
function isOpen(name: string, operation: PlainOperation | undefined): boolean {
  const declared = operation?.body?.properties?.[name.replace(/[.[].*$/s, "")];
  return declared !== undefined && !declared["x-secret"];
}

function appendQuery(url: URL, name: string, value: unknown): void {
  if (Array.isArray(value)) url.searchParams.append(name, value.join(","));
  else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) url.searchParams.append(`${name}[${key}]`, String(item));
  } else url.searchParams.append(name, String(value));
}
