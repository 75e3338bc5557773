import Type from "typebox";
import { closed, prints, textOrNull } from "../../../cli/declare/command-output.ts";

export const authStatusOutput = prints(
  Type.Array(
    closed({
      current: Type.String({ description: "* for the token that a command here would send" }),
      context: textOrNull,
      base_url: textOrNull,
      stored_in: textOrNull,
      state: Type.Enum(["valid", "refused", "no_token", "not_running", "unreachable", "failed"]),
      project: textOrNull,
      scope: Type.Union([Type.Enum(["all projects", "one project"]), Type.Null()]),
      identity: textOrNull,
      organization_id: textOrNull,
      credential_project_id: textOrNull,
      project_id: textOrNull,
      error: textOrNull,
    }),
  ),
);
export const authTokenOutput = prints(closed({ token: Type.String() }));
