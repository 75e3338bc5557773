import Type from "typebox";
import { answerOf, closed, either, partOfAnswer, prints } from "../../../cli/declare/command-output.ts";

export const invocationsBrowsersOutput = async () =>
  prints(await partOfAnswer("invocations.browsers", "properties", "browsers"));
export const invocationsCancelOutput = async () =>
  prints(either(await answerOf("invocations.get"), closed({ id: Type.String(), already_ended: Type.Literal(true) })));
