import type { CommandContext, RequestInput } from "../../cli/context.ts";
import { usageError } from "../../core/errors.ts";

/** The request with the command that stands after `--`. Exit 2 without one. */
export function withCommand({ rest, request, spec }: CommandContext): RequestInput {
  const [command, ...args] = rest;
  if (command === undefined && request.body?.["command"] === undefined) {
    throw usageError([{ path: "COMMAND", message: "is missing; put it after --" }], `browserctl ${spec.words} --help`);
  }
  return { ...request, body: { ...request.body, ...(command !== undefined && { command, args }) } };
}
