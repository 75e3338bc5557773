import Type from "typebox";
import { closed, prints, textOrNull } from "../../../cli/declare/command-output.ts";

export const deprecationsOutput = prints(
  Type.Array(
    closed({
      kind: Type.Enum(["operation", "request field", "answer field"]),
      name: Type.String(),
      state: Type.Enum(["deprecated", "removed"]),
      since: textOrNull,
      removal: textOrNull,
      replacement: textOrNull,
      operations: Type.Array(Type.String()),
    }),
  ),
);
