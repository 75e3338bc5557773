import type { CommandContext } from "../../cli/context.ts";
import type { ApiClient } from "../../client/call.ts";
import { CliError } from "../../core/errors.ts";
import type { FollowedRecord } from "../follow/subject.ts";

/** How a person's cancelling is written down (contract 2.17). */
export const cancelledBody = {
  status: "failed",
  output: JSON.stringify({ error: "Invocation cancelled by user" }),
} as const;

/**
 * Ends an invocation and its browsers (contract 2.17). Gives its record; undefined for one that had ended already,
 * whose browsers are ended all the same.
 */
export async function cancelInvocation(
  context: CommandContext,
  client: ApiClient,
  id: string,
): Promise<FollowedRecord | undefined> {
  const params = { id };
  let record: FollowedRecord | undefined;
  try {
    const update = await context.loadOperation("invocations.update");
    record = (await client.call(update, { params, body: cancelledBody })) as FollowedRecord;
  } catch (error) {
    if (!(error instanceof CliError) || error.options.httpStatus !== 409) throw error;
  }
  await client.call(await context.loadOperation("invocations.deleteBrowsers"), { params });
  return record;
}
