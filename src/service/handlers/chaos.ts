import { parseChaos } from "../../contract/chaos.ts";
import { ApiError, badRequest } from "../api-error.ts";
import type { RequestAuth } from "../http/authenticate.ts";
import type { HandlersOf } from "../http/handler.ts";
import type { SessionNeeds } from "./session-needs.ts";

/** Fault injection. assumed: a token for one project must not affect the other projects. */
export function chaosHandlers({
  chaos,
}: SessionNeeds): HandlersOf<"local.chaosGet" | "local.chaosSet" | "local.chaosOff"> {
  return {
    "local.chaosGet": () => chaos.state,
    "local.chaosSet": ({ body, auth }) => {
      requireOrganizationToken(auth);
      const parsed = parseChaos(body.spec);
      if (parsed.problems.length > 0) {
        throw badRequest(
          "the request is not valid",
          parsed.problems.map(({ path, message }) => ({
            path: path === "chaos" ? "spec" : `spec.${path}`,
            message,
          })),
        );
      }
      chaos.set(parsed.chaos);
      return chaos.state;
    },
    "local.chaosOff": ({ auth }) => {
      requireOrganizationToken(auth);
      chaos.off();
      return undefined;
    },
  };
}

function requireOrganizationToken({ token }: RequestAuth): void {
  if (token.projectId !== null) throw new ApiError(403, "forbidden", "the token is for one project only");
}
