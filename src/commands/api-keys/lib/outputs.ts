import Type from "typebox";
import { answerOf, prints, withOptional } from "../../../cli/declare/command-output.ts";

/** The key as the service sent it; with `--out-file` the file that it was saved in, in place of the key itself. */
export const newKeyOutput = async () => {
  const { properties, ...schema } = withOptional(await answerOf("apiKeys.create"), "key");
  return prints({
    ...schema,
    properties: { ...(properties as object), out_file: Type.String({ description: "File that holds the key" }) },
  });
};
