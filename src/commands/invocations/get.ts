import { command } from "../../cli/declare/command.ts";
import { invocationVariables } from "../lib/invocation-variables.ts";

export const invocationsGet = command({
  words: "invocations get",
  effects: "none",
  operation: "invocations.get",
  idField: "id",
  variables: invocationVariables,
  examples: [
    { line: "invocations get i7f2", does: "Show its state, input and result" },
    { line: "invocations get i7f2 --query output > result.json", does: "Its result alone, as JSON" },
  ],
});
