import type { InputProblem } from "../contract/problems.ts";
import type {
  ComputerBatchBody,
  ComputerClickBody,
  ComputerCursorBody,
  ComputerDragBody,
  ComputerMoveBody,
  ComputerPressBody,
  ComputerScrollBody,
  ComputerTypeBody,
} from "../generated/types.ts";
import { parseHeldKeys, parseKeys } from "./parse-keys.ts";

/** Parameters of each operation, and of each action of a batch, by the names that actions have (contract 2.4). */
export interface ActionParams {
  click_mouse: ComputerClickBody;
  move_mouse: ComputerMoveBody;
  type_text: ComputerTypeBody;
  press_key: ComputerPressBody;
  scroll: ComputerScrollBody;
  drag_mouse: ComputerDragBody;
  set_cursor: ComputerCursorBody;
  sleep: { duration_ms: number };
}

export type ActionName = keyof ActionParams;
export type BatchAction = ComputerBatchBody["actions"][number];

/** Reason why an action is refused: one sentence, and the problems of the fields. */
export interface Refusal {
  message: string;
  problems: readonly InputProblem[];
}

/** Name of a field for the reader of the message, such as a flag or an argument on the command line. */
export type FieldName = (field: string) => string;

/** Maximum duration of one request, in milliseconds. assumed: 10 minutes; the API names no limit. */
export const MAX_WAIT_MS = 10 * 60_000;
/** Maximum number of movements of one drag. assumed: 20 000; a page handles about 60 in a second. */
const MAX_MOVES = 20_000;

/** Steps and times of a drag that the request leaves out (contract 2.4). */
export const DRAG_DEFAULTS = { stepsPerSegment: 10, stepDelayMs: 50 } as const;

/** Minimum duration of an action, in milliseconds. */
export function actionMs<Name extends ActionName>(name: Name, params: ActionParams[Name]): number {
  return rules[name].ms?.(params) ?? 0;
}

/**
 * Checks an action beyond its schema and without its page: keys, numbers that exclude each other, and the time that it
 * would take. Undefined for a valid action.
 */
export function actionRefusal<Name extends ActionName>(
  name: Name,
  params: ActionParams[Name],
  named: FieldName = (field) => field,
): Refusal | undefined {
  return rules[name].refusal?.(params, named);
}

type Rules = {
  [Name in ActionName]: {
    ms?: (params: ActionParams[Name]) => number;
    refusal?: (params: ActionParams[Name], named: FieldName) => Refusal | undefined;
  };
};

const rules: Rules = {
  click_mouse: { refusal: ({ hold_keys }, named) => refused(held(hold_keys, named)) },
  move_mouse: {
    ms: ({ smooth = true, duration_ms = 0 }) => (smooth ? duration_ms : 0),
    refusal: ({ hold_keys }, named) => refused(held(hold_keys, named)),
  },
  type_text: {
    ms: ({ text, delay = 0 }) => text.length * delay,
    refusal: ({ text, delay = 0 }, named) => {
      if (!text.isWellFormed())
        return refused([{ path: named("text"), message: "is not valid Unicode: half of a surrogate pair" }]);
      return tooLong(text.length * delay, {
        [named("text")]: `has ${text.length} characters`,
        [named("delay")]: `is ${delay} ms`,
      });
    },
  },
  press_key: {
    ms: ({ keys, duration = 0 }) => keys.length * duration,
    refusal: ({ keys, duration = 0, hold_keys }, named) =>
      refused([...parseKeys(keys, named("keys")).problems, ...held(hold_keys, named)]) ??
      tooLong(keys.length * duration, {
        [named("keys")]: `has ${keys.length} keys`,
        [named("duration")]: `is ${duration} ms`,
      }),
  },
  scroll: {
    refusal: ({ delta_x = 0, delta_y = 0, hold_keys }, named) => {
      if (delta_x !== 0 || delta_y !== 0) return refused(held(hold_keys, named));
      const [x, y] = [named("delta_x"), named("delta_y")];
      return {
        message: `nothing to scroll: ${x} and ${y} are both 0`,
        problems: [{ path: y, message: `must not be 0 when ${x} is 0` }],
      };
    },
  },
  drag_mouse: {
    ms: dragMs,
    refusal: (params, named) => {
      const moves = dragMoves(params);
      if (moves > MAX_MOVES) {
        const message = `makes ${moves} movements; at most ${MAX_MOVES} are allowed`;
        return refused([{ path: named("steps_per_segment"), message }]);
      }
      return (
        tooLong(dragMs(params), {
          [named("path")]: `makes ${moves} movements`,
          [named("step_delay_ms")]: `is ${params.step_delay_ms ?? DRAG_DEFAULTS.stepDelayMs} ms`,
        }) ?? refused(held(params.hold_keys, named))
      );
    },
  },
  set_cursor: {},
  sleep: { ms: ({ duration_ms }) => duration_ms },
};

function dragMoves({ path, smooth = true, steps_per_segment }: ActionParams["drag_mouse"]): number {
  return (path.length - 1) * (smooth ? 1 : (steps_per_segment ?? DRAG_DEFAULTS.stepsPerSegment));
}

function dragMs(params: ActionParams["drag_mouse"]): number {
  const { delay = 0, smooth = true, duration_ms = 0, step_delay_ms = DRAG_DEFAULTS.stepDelayMs } = params;
  return delay + (smooth ? duration_ms : dragMoves(params) * step_delay_ms);
}

function held(names: readonly string[] | undefined, named: FieldName): InputProblem[] {
  return parseHeldKeys(names, named("hold_keys")).problems;
}

/** The first problem is the message. */
function refused(problems: readonly InputProblem[]): Refusal | undefined {
  const [first] = problems;
  return first && { message: `${first.path}: ${first.message}`, problems };
}

/** Problem that names the fields which together take too long. */
function tooLong(ms: number, fields: Readonly<Record<string, string>>): Refusal | undefined {
  if (ms <= MAX_WAIT_MS) return undefined;
  const message = `${Object.keys(fields).join(" and ")} together take ${ms / 1_000} s; at most ${MAX_WAIT_MS / 1_000} s are allowed`;
  return {
    message,
    problems: Object.entries(fields).map(([path, what]) => ({ path, message: `${what}; ${message}` })),
  };
}
