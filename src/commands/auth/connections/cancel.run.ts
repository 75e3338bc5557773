import type { BodyOf, Result, Run } from "../../../cli/declare/body.ts";
import { CliError } from "../../../core/errors.ts";
import type { authConnectionsCancel } from "./cancel.ts";

/** Cancels the login of a connection; a login that has ended is not changed. */
export const run: Run<typeof authConnectionsCancel> = async (body) => {
  const { call, confirm, consented, done, request } = body;
  const { params } = request;
  if (!consented) {
    const { domain, flow_status } = await call("authConnections.get", { params });
    if (flow_status !== "IN_PROGRESS") return ended(body);
    await confirm(`Cancel the login of auth connection ${params.id} (${domain})?`);
  }
  try {
    await call("local.cancelLogin", { params });
  } catch (error) {
    if (error instanceof CliError && error.options.httpStatus === 409) return ended(body);
    throw error;
  }
  return done(`Canceled the login of auth connection ${params.id}.`, { id: params.id, canceled: true });
};

function ended({ done, request }: BodyOf<typeof authConnectionsCancel>): Result {
  const { id } = request.params;
  return done(`No login of auth connection ${id} is running.`, { id, already_ended: true });
}
