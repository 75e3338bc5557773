import type { IncomingMessage } from "node:http";
import type { FilePart } from "../../contract/form.ts";
import { MAX_UPLOAD_BYTES } from "../../contract/fs.ts";
import { ApiError, badRequest } from "../api-error.ts";
import { FileTooLargeError, type UploadDirectory } from "./upload-directory.ts";

/**
 * Receives a body of plain bytes as a file. Throws 413 over 8 GiB, 400 for an incomplete body,
 * `disk_full` on a full disk; no file is left then.
 */
export async function readBytes(request: IncomingMessage, uploads: UploadDirectory): Promise<FilePart> {
  try {
    return await uploads.receive(wholeBody(request), MAX_UPLOAD_BYTES);
  } catch (error) {
    request.resume();
    if (error instanceof FileTooLargeError) {
      throw new ApiError(413, "payload_too_large", `the body is larger than ${MAX_UPLOAD_BYTES} bytes`);
    }
    throw error;
  }
}

/** Bytes of a body. Throws 400 when reading fails; an error of the consumer, such as a full disk, is not converted. */
async function* wholeBody(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest("the body is not complete");
  }
}
