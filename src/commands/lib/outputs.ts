import Type from "typebox";
import { closed, prints, textOrNull } from "../../cli/declare/command-output.ts";

const name = { context: Type.String() };

export const loginOutput = prints(
  closed({
    ...name,
    base_url: Type.String(),
    store: Type.String(),
    stored_in: Type.String(),
    checked: Type.Boolean(),
    organization_id: Type.Optional(Type.String()),
    principal_id: Type.Optional(textOrNull),
    credential_id: Type.Optional(textOrNull),
    credential_project_id: Type.Optional(textOrNull),
    project_id: Type.Optional(textOrNull),
  }),
);
const removed = closed({ ...name, removed: Type.Boolean() });
export const logoutOutput = prints(Type.Union([removed, Type.Array(removed)]));
export const apiOutput = prints(Type.Unknown({ description: "The answer as it came" }));
export const openapiOutput = prints(Type.Object({}, { description: "OpenAPI 3.1 document" }));
export const invokeOutput = prints(
  Type.Unknown({ description: "The action's result; with --no-wait the record of the invocation" }),
);
