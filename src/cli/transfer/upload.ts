import type { ApiClient } from "../../client/call.ts";
import { type FormPart, formBody, type LocalFile } from "../../client/form.ts";
import type { ApiResponse, RawRequest, UploadBody } from "../../client/request.ts";
import { lowMemoryStreaming } from "../../client/small-heap.ts";
import type { PlainOperation } from "../../contract/plain.ts";
import type { RequestInput, Surroundings } from "../declare/context.ts";
import { byteProgress } from "./byte-progress.ts";

export interface UploadTarget {
  operation: PlainOperation;
  request: Pick<RequestInput, "params" | "query">;
}

/** The request that sends a form. */
export function formRequest(client: ApiClient, target: UploadTarget, parts: readonly FormPart[]): RawRequest {
  const { body, contentType } = formBody(parts);
  return { ...bare(client, target), body, contentType, form: parts };
}

/** The request that sends a file's bytes as its body. */
export function bytesRequest(client: ApiClient, target: UploadTarget, file: LocalFile): RawRequest {
  return {
    ...bare(client, target),
    body: file,
    contentType: "application/octet-stream",
  };
}

function bare(client: ApiClient, { operation, request }: UploadTarget): RawRequest {
  return client.request(operation, { params: request.params, query: request.query });
}

/**
 * Sends a request with files and shows its progress. It is retried only if no connection was made, or if the operation
 * is idempotent.
 *
 * `label` is its text, such as `Uploading "site.zip"`; `progress` the value of `--progress`.
 */
export async function sendUpload(
  { io }: Pick<Surroundings, "io">,
  client: ApiClient,
  request: RawRequest,
  { label, progress: mode }: { label: string; progress: string | undefined },
): Promise<ApiResponse> {
  const body = request.body as UploadBody;
  lowMemoryStreaming();
  const progress = byteProgress(io, mode, label, body.bytes);
  let sent = 0;
  const counted: UploadBody = {
    ...body,
    async *open() {
      // A retry starts from the first byte.
      progress.add(-sent);
      sent = 0;
      for await (const chunk of body.open()) {
        progress.add(chunk.length);
        sent += chunk.length;
        yield chunk;
      }
    },
  };
  try {
    return await client.send({ ...request, body: counted });
  } finally {
    progress.stop();
  }
}
