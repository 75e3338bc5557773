import Type from "typebox";
import { closed, prints, printsNoJson } from "../../../cli/declare/command-output.ts";

export const browsersDeleteOutput = prints(
  Type.Array(closed({ id_or_name: Type.String(), deleted: Type.Literal(true) })),
);
export const browsersUseOutput = prints(
  closed({
    session_id: Type.String(),
    directory: Type.String(),
    in_use: Type.Boolean(),
    overridden_by: Type.Optional(Type.String()),
  }),
);
export const browsersUnbindOutput = prints(closed({ directory: Type.String(), removed: Type.Literal(true) }));
export const browsersRunOutput = printsNoJson;
export const browsersViewOutput = prints(
  closed({ session_id: Type.String(), url: Type.String(), read_only: Type.Boolean() }),
);
