import type { FieldFlag } from "../../../../cli/declare/spec.ts";

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
