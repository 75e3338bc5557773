import type { ActionParams, BatchAction, Refusal } from "../../input-rules/action-rules.ts";
import { actionPath, batchActionRefusal, batchTimeRefusal, joined } from "../../input-rules/batch-rules.ts";
import { DriverError } from "../driver-error.ts";
import { InputError } from "./input-error.ts";
import { type PreparedAction, prepareAction } from "./prepare-action.ts";

/**
 * Combines actions into one that runs them in order and stops at the first failure; its error begins with the action,
 * such as `actions[3].click_mouse: …` (contract 2.4). Throws an {@link InputError} `invalid` before any action runs,
 * for invalid actions and for a total duration of more than 10 minutes.
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

function rejection({ message, problems }: Refusal): InputError {
  return InputError.invalid(message, problems);
}

/** Adds the action to the message of a driver's error and to each of its problems. */
function withPath(path: string, error: unknown): unknown {
  if (!(error instanceof DriverError)) return error;
  const problems = error.problems.map((problem) => ({ ...problem, path: joined(path, problem.path) }));
  return error.reworded(`${path}: ${error.message}`, problems);
}
