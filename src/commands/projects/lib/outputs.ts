import Type from "typebox";
import { closed, prints } from "../../../cli/declare/command-output.ts";

export const projectsUseOutput = prints(
  closed({
    context: Type.String(),
    project_id: Type.String(),
    project_name: Type.String(),
    in_use: Type.Boolean(),
    overridden_by: Type.Optional(Type.String()),
  }),
);
