import type { OperationById } from "../../../contract/index.ts";
import type { BodyOf } from "../../../contract/operation.ts";
import { ApiError, badRequest } from "../../api-error.ts";
import { type ActionParams, LONGEST_MS, type PreparedAction, prepareAction } from "./prepare-action.ts";

type BatchAction = BodyOf<OperationById<"computer.batch">>["actions"][number];

/**
 * One action out of many: they run in order, the first that fails ends them, and its error begins with which it was,
 * such as `actions[3].click_mouse: …` (contract 2.4). Throws the same 400 at once, before any has run, for what can be
 * known to be wrong; also when all of them together would take more than 10 minutes.
 */
export function prepareBatch(actions: readonly BatchAction[]): PreparedAction {
  const prepared = actions.map((action, index) => {
    const path = `actions[${index}].${action.type}`;
    try {
      return { path, ...prepareOne(action, path) };
    } catch (error) {
      throw withPath(path, error);
    }
  });
  const ms = prepared.reduce((sum, each) => sum + each.ms, 0);
  if (ms > LONGEST_MS) {
    const message = `together take ${ms / 1_000} s; at most ${LONGEST_MS / 1_000} s are allowed`;
    throw badRequest(`actions: ${message}`, [{ path: "actions", message }]);
  }
  return {
    ms,
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

function prepareOne(action: BatchAction, path: string): PreparedAction {
  const { type } = action;
  const params = action[type];
  if (params === undefined) {
    const other = Object.keys(action).find((key) => key !== "type");
    const message = `is missing; the parameters of type ${type} are the property of the same name, not ${other}`;
    throw new ApiError(400, "bad_request", message, {
      details: [{ code: "invalid_input", message: `${path}: ${message}` }],
    });
  }
  return prepareAction(type, params as ActionParams[typeof type]);
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
  return message.startsWith("actions[") ? message : `${path}.${message}`;
}
