import type { ActionParams, BatchAction, Refusal } from "../../../input-rules/action-rules.ts";
import { actionPath, batchActionRefusal, batchTimeRefusal } from "../../../input-rules/batch-rules.ts";
import { ApiError, badRequest } from "../../api-error.ts";
import { type PreparedAction, prepareAction } from "./prepare-action.ts";

/**
 * One action out of many: they run in order, the first that fails ends them, and its error begins with which it was,
 * such as `actions[3].click_mouse: …` (contract 2.4). Throws the same 400 at once, before any has run, for what can be
 * known to be wrong; also when all of them together would take more than 10 minutes.
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
  if (refusal) throw refused(refusal);
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
  if (refusal) throw refused(refusal);
  return prepareAction(type, action[type] as ActionParams[typeof type]);
}

function refused({ message, problems }: Refusal): ApiError {
  return badRequest(message, problems);
}

/** An `ApiError` names the action then, in its message and in each of its details. */
function withPath(path: string, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { details, ...options } = error.options;
  return new ApiError(error.status, error.code, `${path}: ${error.message}`, {
    ...options,
    ...(details && { details: details.map(({ code, message }) => ({ code, message: prefixed(path, message) })) }),
  });
}

function prefixed(path: string, message: string): string {
  if (message.startsWith("actions[")) return message;
  return message.startsWith(": ") ? `${path}${message}` : `${path}.${message}`;
}
