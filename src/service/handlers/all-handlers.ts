import type { Handlers } from "../http/handler.ts";
import type { HandlersOfResources } from "../resource.ts";
import { resources } from "../resources.ts";
import type { ServiceContext } from "../service-context.ts";
import { chaosHandlers } from "./chaos.ts";
import { computerHandlers } from "./computer.ts";
import { curlHandlers } from "./curl.ts";
import { fsHandlers } from "./fs.ts";
import { localHandlers } from "./local.ts";
import { playwrightHandlers } from "./playwright.ts";
import { processHandlers } from "./process.ts";

/** The handlers of every operation, over one service. */
export function allHandlers(context: ServiceContext): Handlers {
  const ofResources = resources.map((each) => each.handlers(context));
  return {
    ...(Object.assign({}, ...ofResources) as HandlersOfResources<typeof resources>),
    ...curlHandlers(context),
    ...computerHandlers(context),
    ...localHandlers(context),
    ...chaosHandlers(context),
    ...processHandlers(context),
    ...playwrightHandlers(context),
    ...fsHandlers(context),
  };
}
