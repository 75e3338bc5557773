import type { CommandContext } from "../../cli/context.ts";
import { localServiceOf } from "../../cli/local-service.ts";
import type { CallInput } from "../../client/call.ts";
import type { OperationId } from "../../contract/index.ts";

/** Where a local service is, and its token. */
export interface LocalAddress {
  base_url: string;
  token: string;
}

/** The service that runs over this state folder; exit 5 when none does. */
export function runningLocalService(context: CommandContext): LocalAddress {
  const { baseUrl, token } = localServiceOf(context);
  return { base_url: baseUrl, token };
}

/** Calls the local service itself, whatever service the settings lead to. */
export async function callLocalService(
  context: CommandContext,
  local: LocalAddress,
  id: OperationId,
  input: CallInput = {},
): Promise<unknown> {
  const client = await context.client({
    service: {
      baseUrl: local.base_url,
      token: local.token,
      tokenFrom: "the local service's state",
      project: undefined,
      contextName: undefined,
      kind: "local",
    },
  });
  return client.call(await context.loadOperation(id), input);
}
