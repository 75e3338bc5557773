import Type from "typebox";
import { closed, prints } from "../../../cli/declare/command-output.ts";

export const explainOutput = prints(
  Type.Array(
    closed({
      family: Type.String(),
      code: Type.String(),
      name: Type.Optional(Type.String()),
      number: Type.Optional(Type.Integer()),
      meaning: Type.String(),
      advice: Type.String(),
    }),
  ),
);
