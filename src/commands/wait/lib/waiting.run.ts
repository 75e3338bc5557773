import type { Needs, Result } from "../../../cli/declare/body.ts";
import type { Problem } from "../../../core/errors.ts";
import { conditionOf, conditionProblems } from "./conditions.ts";
import { kinds, type WaitKind } from "./kinds.ts";
import { waitFor } from "./wait-for.ts";

/** The typed words of `--for`. */
interface WaitInput {
  readonly flags: { readonly for: readonly string[] };
}

type WaitBody = WaitInput & {
  readonly request: { readonly params: object };
} & Needs<"call" | "progress" | "signal" | "stream"> & { record(value: never): Result };

/** The function of the command that waits for records of a kind, and the check of its conditions. */
export function waiting(name: keyof typeof kinds) {
  const kind: WaitKind = kinds[name];
  return {
    check: ({ flags }: WaitInput): Promise<Problem[]> => conditionProblems(flags.for, kind),
    run: async (body: WaitBody): Promise<Result> => {
      const [id = ""] = Object.values(body.request.params) as string[];
      const words = body.flags.for;
      const record = await body.progress(`Waiting for ${kind.what} ${id}: ${words.join(" or ")}`, () =>
        waitFor(body, kind, id, words.map(conditionOf)),
      );
      return body.record(record as never);
    },
  };
}
