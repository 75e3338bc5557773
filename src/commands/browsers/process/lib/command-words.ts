import type { FieldFlag } from "../../../../cli/declare/spec.ts";
import type { Problem } from "../../../../core/errors.ts";

/** Flags of the commands that start a process. */
export const commandFields = {
  command: false,
  args: false,
  env: { kind: "pairs", placeholder: "NAME=VALUE" },
  cwd: { placeholder: "REMOTE_DIR" },
} as const satisfies Record<string, FieldFlag | false>;

/** The command to run, as help shows it. */
export const commandRest = {
  name: "COMMAND [ARG...]",
  summary: "Command to run; -- may be omitted before one without flags",
};

/** Fields of a command to run, as the flags and `--input` leave them. */
interface CommandFields {
  readonly command?: string | undefined;
}

/** Problem of a command line without a command to run. */
export function commandProblems(rest: readonly string[], { command }: CommandFields): Problem[] {
  return rest.length > 0 || command !== undefined ? [] : [{ path: "COMMAND", message: "is missing; put it after --" }];
}

/** The body with the command after `--`, which replaces a command in `--input`. */
export function withCommand<Body extends CommandFields>(
  rest: readonly string[],
  body: Body,
): Body & { readonly command: string } {
  const [command, ...args] = rest;
  return command === undefined ? { ...body, command: body.command ?? "" } : { ...body, command, args };
}
