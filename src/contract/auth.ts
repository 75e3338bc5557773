import Type from "typebox";
import { operation } from "./operation.ts";

const scope = Type.Object({
  project_id: Type.Union([Type.String(), Type.Null()], { description: "Project, or null for the organization" }),
});

export const authOperations = [
  operation({
    id: "auth.context",
    area: "auth",
    method: "GET",
    path: "/auth/context",
    summary: "Show who you are and what the token may do",
    source: "spec 2.7, 4.2, contract 1.2",
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        authentication: Type.Object({
          credential_id: Type.Union([Type.String(), Type.Null()]),
          method: Type.String({ description: "`api_key` or `jwt`" }),
          source: Type.String({ description: "`api_key`, `oauth` or `dashboard`" }),
        }),
        authorization: Type.Object({ credential_scope: scope, effective_scope: scope }),
        organization: Type.Object({ id: Type.String() }),
        principal: Type.Object({ id: Type.String(), type: Type.String({ description: "`api_key` or `user`" }) }),
      }),
    },
    errors: [],
    idempotent: true,
  }),
] as const;
