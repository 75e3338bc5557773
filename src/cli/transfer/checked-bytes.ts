import { once } from "node:events";
import { PassThrough } from "node:stream";
import { ArchiveError } from "../../archive/archive-error.ts";
import { badAnswer } from "../../client/check-answer.ts";
import type { FileCheck } from "../declare/download-types.ts";

/**
 * Passes the bytes of a download on while a check reads them too. Throws exit 1, `bad_answer`, at the end when the
 * check fails.
 *
 * @param what name of the download: `profile "work"`
 */
export async function* checkedBytes(
  bytes: AsyncIterable<Uint8Array>,
  check: FileCheck,
  what: string,
): AsyncGenerator<Uint8Array> {
  const copy = new PassThrough();
  copy.on("error", () => {});
  let failure: unknown;
  let isSettled = false;
  const settled = check(copy)
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => {
      isSettled = true;
    });
  try {
    for await (const chunk of bytes) {
      if (!isSettled && !copy.write(chunk)) await Promise.race([once(copy, "drain").catch(() => {}), settled]);
      if (failure !== undefined) break;
      yield chunk;
    }
    copy.end();
    await settled;
  } finally {
    copy.destroy();
  }
  if (failure instanceof ArchiveError)
    throw badAnswer(`the download of ${what} is not a valid one: ${failure.message}`);
  if (failure !== undefined) throw failure;
}
