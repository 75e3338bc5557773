import Type from "typebox";
import { closed, prints } from "../../../cli/declare/command-output.ts";

export const importCurlOutput = prints(
  closed({
    words: Type.Array(Type.String(), { description: "The command, word by word" }),
    notes: Type.Array(Type.String(), { description: "Parts of the curl command that were left out, and why" }),
  }),
);
