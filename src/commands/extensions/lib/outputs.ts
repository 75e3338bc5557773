import Type from "typebox";
import { closed, prints } from "../../../cli/declare/command-output.ts";

export const extensionsActivateOutput = prints(
  Type.Array(
    closed({
      name: Type.String(),
      extension_name: Type.String(),
      version: Type.String(),
      size_bytes: Type.Integer(),
      sha256: Type.String(),
    }),
  ),
);
