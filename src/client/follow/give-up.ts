import { CliError } from "../../core/errors.ts";

/** Statuses that a retry does not change. */
export const fatalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 501]);

/** Error for a stream that could not be resumed: exit 9. */
export function streamBroken(reason: string, maxReconnects: number, cause: unknown): CliError {
  const attempts = maxReconnects === 1 ? "1 attempt" : `${maxReconnects} attempts`;
  const often = maxReconnects === 0 ? "" : ` and ${attempts} to resume it brought nothing new`;
  return new CliError("outcome-unknown", `the stream ended early: ${reason}${often}`, { code: "stream_broken", cause });
}
