import type { Api } from "../../../cli/declare/body.ts";
import { commandLine } from "../../../core/command-line.ts";
import { CliError } from "../../../core/errors.ts";
import type { Invocation } from "../../../generated/types.ts";

/** Body of the call that cancels an invocation (contract 2.17). */
const cancelledBody = {
  status: "failed",
  output: JSON.stringify({ error: "Invocation cancelled by user" }),
} as const;

/** Result of cancelling an invocation. */
export interface Cancelled {
  /** Its record; undefined for one that has already ended. */
  readonly record: Invocation | undefined;
  /** Error of ending its browsers. */
  readonly browsers?: CliError;
}

/** Ends an invocation and its browsers; also the browsers of one that has already ended (contract 2.17). */
export async function cancelInvocation({ call }: Pick<Api, "call">, id: string): Promise<Cancelled> {
  const params = { id };
  let record: Invocation | undefined;
  try {
    record = await call("invocations.update", { params, body: cancelledBody });
  } catch (error) {
    if (!(error instanceof CliError) || error.options.httpStatus !== 409) throw error;
  }
  try {
    await call("invocations.deleteBrowsers", { params });
    return { record };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const { exit, message, options } = error;
    const what = record ? "is cancelled" : "has already ended";
    const browsers = new CliError(exit, `invocation ${id} ${what}, but its browsers could not be ended: ${message}`, {
      ...options,
      hint: commandLine`invocations cancel ${id} --yes`,
      cause: error,
    });
    return { record, browsers };
  }
}
