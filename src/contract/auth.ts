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
    summary: "Show the identity and the scope of the token",
    source: "spec 2.7, 4.2, contract 1.2",
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        authentication: Type.Object({
          credential_id: Type.Union([Type.String(), Type.Null()]),
          method: Type.Enum(["api_key", "jwt"]),
          source: Type.Enum(["api_key", "oauth", "dashboard"]),
        }),
        authorization: Type.Object({ credential_scope: scope, effective_scope: scope }),
        organization: Type.Object({ id: Type.String() }),
        principal: Type.Object({ id: Type.String(), type: Type.Enum(["api_key", "user"]) }),
      }),
    },
    errors: [],
    idempotent: true,
    example: {
      result: {
        authentication: { credential_id: "p5c1n8s3h7d2f6j9b4g0l8z1", method: "api_key", source: "api_key" },
        authorization: { credential_scope: { project_id: null }, effective_scope: { project_id: null } },
        organization: { id: "o2r6a9n4z7t1i5n8f3w0q6x2" },
        principal: { id: "p5c1n8s3h7d2f6j9b4g0l8z1", type: "api_key" },
      },
    },
  }),
] as const;
