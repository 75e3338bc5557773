import { parseChaos } from "../../contract/chaos.ts";
import { badRequest } from "../api-error.ts";
import type { HandlersOf } from "../http/handler.ts";
import type { SessionNeeds } from "./session-records.ts";

/** Fault injection. */
export function chaosHandlers({
  chaos,
}: SessionNeeds): HandlersOf<"local.chaosGet" | "local.chaosSet" | "local.chaosOff"> {
  return {
    "local.chaosGet": ({ auth }) => {
      const { struck, ...rest } = chaos.state;
      return auth.token.projectId === null ? { ...rest, struck } : rest;
    },
    "local.chaosSet": ({ body }) => {
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
    "local.chaosOff": () => {
      chaos.off();
      return undefined;
    },
  };
}
