import type { Handlers } from "../http/handler.ts";
import type { ServiceContext } from "../service-context.ts";
import { appHandlers } from "./apps.ts";
import { authHandlers } from "./auth.ts";
import { browserHandlers } from "./browsers.ts";
import { chaosHandlers } from "./chaos.ts";
import { computerHandlers } from "./computer.ts";
import { curlHandlers } from "./curl.ts";
import { extensionHandlers } from "./extensions.ts";
import { fsHandlers } from "./fs.ts";
import { invocationHandlers } from "./invocations.ts";
import { localHandlers } from "./local.ts";
import { playwrightHandlers } from "./playwright.ts";
import { processHandlers } from "./process.ts";
import { profileHandlers } from "./profiles.ts";

/** The handlers of every operation, over one service. */
export function allHandlers(context: ServiceContext): Handlers {
  return {
    ...authHandlers(context),
    ...browserHandlers(context),
    ...curlHandlers(context),
    ...computerHandlers(context),
    ...localHandlers(context),
    ...chaosHandlers(context),
    ...processHandlers(context),
    ...playwrightHandlers(context),
    ...fsHandlers(context),
    ...extensionHandlers(context),
    ...profileHandlers(context),
    ...appHandlers(context),
    ...invocationHandlers(context),
  };
}
