import Type from "typebox";
import { answerOf, closed, either, streams } from "../../../cli/declare/command-output.ts";
import type { CommandOutput } from "../../../cli/declare/spec.ts";
import type { OperationId } from "../../../contract/index.ts";

/** Record printed where the service could not repeat what came while the connection was away. */
export const gap = closed({
  event: Type.Literal("gap"),
  after: Type.Optional(Type.String({ description: "Time of the last event before it" })),
  reason: Type.String(),
});

/** Output of a command that follows the events of an operation. */
export async function followsEvents(id: OperationId): Promise<CommandOutput> {
  return streams(either(await answerOf(id), gap));
}
