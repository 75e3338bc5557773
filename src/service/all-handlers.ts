import { agentHandlers } from "./handlers/agent.ts";
import { auditLogHandlers } from "./handlers/audit-logs.ts";
import { chaosHandlers } from "./handlers/chaos.ts";
import { clockHandlers } from "./handlers/clock.ts";
import { computerHandlers } from "./handlers/computer.ts";
import { configRegistryHandlers } from "./handlers/config-registry.ts";
import { fsHandlers } from "./handlers/fs.ts";
import { localHandlers } from "./handlers/local.ts";
import { organizationHandlers } from "./handlers/organization.ts";
import { playwrightHandlers } from "./handlers/playwright.ts";
import { processHandlers } from "./handlers/process.ts";
import { replHandlers } from "./handlers/repl.ts";
import { SessionRepls } from "./handlers/session-repls.ts";
import { webmcpHandlers } from "./handlers/webmcp.ts";
import type { Handlers } from "./http/handler.ts";
import type { HandlersOfResources } from "./resource.ts";
import { resources, type ServiceContext } from "./resources.ts";

/** The handlers of every operation, over one service. */
export function allHandlers(context: ServiceContext): Handlers {
  const repls = new SessionRepls(context);
  const ofResources = resources.map((each) => each.handlers(context));
  return {
    ...(Object.assign({}, ...ofResources) as HandlersOfResources<typeof resources>),
    ...computerHandlers(context),
    ...localHandlers(context),
    ...chaosHandlers(context),
    ...clockHandlers(context),
    ...organizationHandlers(context),
    ...processHandlers(context),
    ...playwrightHandlers(context),
    ...webmcpHandlers(context, repls),
    ...replHandlers(context, repls),
    ...fsHandlers(context),
    ...agentHandlers(context),
    ...auditLogHandlers(context),
    ...configRegistryHandlers(context),
  };
}
