import type { ActionParams, BatchAction, Refusal } from "../../../input-rules/action-rules.ts";
import { actionPath, batchActionRefusal, batchTimeRefusal } from "../../../input-rules/batch-rules.ts";
import { BrowserError } from "../browser-error.ts";
import { type PreparedAction, prepareAction } from "./prepare-action.ts";

/**
 * Combines actions to one that runs them in order and stops at the first failure; its error begins with the action, such
 * as `actions[3].click_mouse: …` (contract 2.4). Throws a {@link BrowserError} `invalid` before any action runs, for
 * invalid actions and for a total duration of more than 10 minutes.
 */
export function prepareBatch(actions: readonly BatchAction[]): PreparedAction {
  const prepared = actions.map((action, index) => {
    const path = actionPath(action, index);
    try {
      return { path, ...prepareOne(action) };
    } catch (error) {
      throw withPath(path, error);
    }
  });
  const refusal = batchTimeRefusal(actions);
  if (refusal) throw rejection(refusal);
  return {
    ms: prepared.reduce((sum, each) => sum + each.ms, 0),
    run: async (context) => {
      for (const { path, run } of prepared) {
        context.signal.throwIfAborted();
        try {
          await run(context);
        } catch (error) {
          throw withPath(path, error);
        }
      }
    },
  };
}

function prepareOne(action: BatchAction): PreparedAction {
  const { type } = action;
  const refusal = batchActionRefusal(action);
  if (refusal) throw rejection(refusal);
  return prepareAction(type, action[type] as ActionParams[typeof type]);
}

function rejection({ message, problems }: Refusal): BrowserError {
  return BrowserError.invalid(message, problems);
}

/** A {@link BrowserError} that names the action, in its message and in each of its problems. */
function withPath(path: string, error: unknown): unknown {
  if (!(error instanceof BrowserError)) return error;
  return new BrowserError(error.kind, `${path}: ${error.message}`, {
    problems: error.problems.map((problem) => ({ ...problem, path: prefixed(path, problem.path) })),
    cause: error.cause,
  });
}

function prefixed(path: string, field: string): string {
  if (field.startsWith("actions[")) return field;
  return field === "" ? path : `${path}.${field}`;
}
