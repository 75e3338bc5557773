import type { InputProblem } from "../contract/problems.ts";
import {
  type ActionParams,
  actionMs,
  actionRefusal,
  type BatchAction,
  MAX_WAIT_MS,
  type Refusal,
} from "./action-rules.ts";

/** The path of an action in messages, such as `actions[3].click_mouse` (contract 2.4). */
export function actionPath({ type }: BatchAction, index: number): string {
  return `actions[${index}].${type}`;
}

/** Reason why one action of a batch is refused. The paths of its problems start at the parameters. */
export function batchActionRefusal(action: BatchAction): Refusal | undefined {
  const { type } = action;
  const params = action[type];
  if (params !== undefined) return actionRefusal(type, params as ActionParams[typeof type]);
  const other = Object.keys(action).find((key) => key !== "type");
  const message = `is missing; the parameters of type ${type} are the property of the same name, not ${other}`;
  return { message, problems: [{ path: "", message }] };
}

/** Reason why actions that are valid one by one are refused in one request. */
export function batchTimeRefusal(actions: readonly BatchAction[]): Refusal | undefined {
  const ms = actions.reduce((sum, action) => {
    return sum + actionMs(action.type, action[action.type] as ActionParams[typeof action.type]);
  }, 0);
  if (ms <= MAX_WAIT_MS) return undefined;
  const message = `together take ${ms / 1_000} s; at most ${MAX_WAIT_MS / 1_000} s are allowed`;
  return { message: `actions: ${message}`, problems: [{ path: "actions", message }] };
}

/** Problems with a batch beyond its schema, by full path. */
export function batchProblems(actions: readonly BatchAction[]): readonly InputProblem[] {
  const problems = actions.flatMap((action, index) => {
    const found = batchActionRefusal(action)?.problems ?? [];
    return found.map(({ path, message }) => ({ path: joined(actionPath(action, index), path), message }));
  });
  return problems.length > 0 ? problems : (batchTimeRefusal(actions)?.problems ?? []);
}

/** A field's path below that of its action. */
export function joined(path: string, field: string): string {
  return field === "" ? path : `${path}.${field}`;
}
