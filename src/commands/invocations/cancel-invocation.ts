import type { CommandContext } from "../../cli/context.ts";
import type { ApiClient } from "../../client/call.ts";
import { CliError } from "../../core/errors.ts";
import type { FollowedRecord } from "../follow/subject.ts";

/** How a person's cancelling is written down (contract 2.17). */
export const cancelledBody = {
  status: "failed",
  output: JSON.stringify({ error: "Invocation cancelled by user" }),
} as const;

/** What has become of it. */
export interface Cancelled {
  /** Its record; undefined for one that had ended already. */
  readonly record: FollowedRecord | undefined;
  /** Why its browsers could not be ended. */
  readonly browsers?: CliError;
}

/** Ends an invocation and its browsers, those of one that had ended already too (contract 2.17). */
export async function cancelInvocation(context: CommandContext, client: ApiClient, id: string): Promise<Cancelled> {
  const params = { id };
  let record: FollowedRecord | undefined;
  try {
    const update = await context.loadOperation("invocations.update");
    record = (await client.call(update, { params, body: cancelledBody })) as FollowedRecord;
  } catch (error) {
    if (!(error instanceof CliError) || error.options.httpStatus !== 409) throw error;
  }
  try {
    await client.call(await context.loadOperation("invocations.deleteBrowsers"), { params });
    return { record };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const { exit, message, options } = error;
    const what = record ? "is cancelled" : "had ended already";
    const browsers = new CliError(exit, `invocation ${id} ${what}, but its browsers could not be ended: ${message}`, {
      ...options,
      hint: `browserctl invocations cancel ${id} --yes`,
      cause: error,
    });
    return { record, browsers };
  }
}
