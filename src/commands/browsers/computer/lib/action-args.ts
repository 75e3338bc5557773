import type { BodyRules } from "../../../../cli/declare/spec.ts";
import type { ActionName, ActionParams } from "../../../../input-rules/action-rules.ts";
import { sessionArgs } from "../../lib/session-args.ts";

export const pointArgs = {
  ...sessionArgs,
  x: { summary: "Pixels from the left edge of the screen", kind: "integer", field: ["body", "x"] },
  y: { summary: "Pixels from the top edge of the screen", kind: "integer", field: ["body", "y"] },
} as const;

export const pointFields = { x: false, y: false } as const;

export const holdKeys = { hold_keys: { name: "hold-key", placeholder: "KEY" } } as const;

/** Checks of an action, shared with the service. */
export function rulesOf<Name extends ActionName>(name: Name): () => Promise<BodyRules<ActionParams[Name]>> {
  return async () => {
    const { actionRefusal } = await import("../../../../input-rules/action-rules.ts");
    return (body, named) => actionRefusal(name, body, named)?.problems ?? [];
  };
}
