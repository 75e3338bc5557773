import type { InputProblem } from "../../contract/problems.ts";
import { DriverError } from "../driver-error.ts";

/** Kinds of refused input; nothing was done. */
export type InputErrorKind = "input-busy" | "invalid";

/** Error of the computer controls of a session, for every kind of device. */
export class InputError extends DriverError<InputErrorKind> {
  override readonly name = "InputError";

  /** Error for invalid input; names each field. */
  static invalid(message: string, problems: readonly InputProblem[]): InputError {
    return new InputError("invalid", message, { problems });
  }
}
