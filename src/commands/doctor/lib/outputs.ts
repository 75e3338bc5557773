import Type from "typebox";
import { closed, prints, textOrNull } from "../../../cli/declare/command-output.ts";

export const doctorOutput = prints(
  Type.Array(
    closed({
      id: Type.String(),
      area: Type.String(),
      status: Type.Enum(["ok", "note", "warning", "error"]),
      found: Type.String(),
      fix: textOrNull,
      exit_code: Type.Union([Type.Integer(), Type.Null()]),
      fixed: textOrNull,
    }),
  ),
);
