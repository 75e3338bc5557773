import Type from "typebox";
import { closed, Text, Timestamp } from "./common.ts";
import { EXAMPLE_CONNECTION_ID } from "./example-ids.ts";
import { connectionId } from "./managed-auth.ts";
import { operation } from "./operation.ts";

/** Screenshot of a failed login. */
export const LoginScreenshotRecord = Type.Object(
  {
    id: Type.String({ description: "Id of the login in the timeline" }),
    taken_at: Timestamp("When the login failed"),
    bytes: Type.Integer({ description: "Size of the PNG" }),
    covered: Type.Integer({ description: "Number of fields and texts that are covered" }),
    data: Type.Optional(Type.String({ description: "The PNG in base64" })),
  },
  { $id: "LoginScreenshot" },
);

/** Operation on the screenshots of failed logins, which only the local service has. */
export const localLoginScreenshotOperations = [
  operation({
    id: "local.loginScreenshots",
    area: "local",
    method: "GET",
    path: "/_local/auth/connections/{id}/screenshots",
    summary: "List the screenshots of failed logins of an auth connection",
    source: "assumed",
    params: connectionId,
    query: Type.Object(
      {
        login_id: Type.Optional(
          Text({ minLength: 1, description: "Only that of this login, by its id in the timeline, with the picture" }),
        ),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(LoginScreenshotRecord) },
    errors: [],
    idempotent: true,
    localOnly: true,
    assumed: [
      "newest first; the last 5 of a connection and 100 of a project are kept, each at most 1 MB",
      "every field is covered, and every text and picture that has, or could have, a value of the login",
      "none of a login that was canceled, whose browser has ended, or whose page does not keep still",
      "404 for a login_id without a screenshot; data only with login_id",
    ],
    example: {
      params: { id: EXAMPLE_CONNECTION_ID },
      result: [{ id: "t4k8w2c6", taken_at: "2026-03-01T09:11:05Z", bytes: 48213, covered: 3 }],
    },
  }),
] as const;
