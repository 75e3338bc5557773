import Type from "typebox";
import { closed, Text, Timestamp } from "./common.ts";
import { EXAMPLE_CONNECTION_ID } from "./example-ids.ts";
import { connectionId } from "./managed-auth.ts";
import { operation } from "./operation.ts";

const PlanStep = Type.Object({
  step: Type.Integer({ description: "Number of the step, from 1" }),
  name: Type.String({ description: "What is done, on which control of which page" }),
  page: Type.String({ description: "Address of the page; * for a part that changes" }),
  frame: Type.Optional(Type.String({ description: "Address of the frame in the page" })),
  value: Type.Optional(
    Type.String({ description: "Name of the value that is entered: a key of the credential, totp or one-time" }),
  ),
  source: Type.Optional(Type.String({ description: "stored, or ask for a value that a person gives each time" })),
});

/** Plan of a login that a person has shown; it has no value in it. */
export const LoginPlanRecord = Type.Object(
  {
    id: Type.String(),
    state: Type.String({
      description: "replayable, value_missing when the credential lacks a value, needs_person, or failed",
    }),
    created_at: Timestamp("When it was shown"),
    tried_at: Type.Optional(Timestamp("When it was last replayed")),
    failed: Type.Optional(
      Type.Object(
        { step: Type.Integer(), name: Type.String(), why: Type.String() },
        { description: "Step at which the last replay failed" },
      ),
    ),
    entrance: Type.String({ description: "Address at which the login begins" }),
    steps: Type.Array(PlanStep),
  },
  { $id: "LoginPlan" },
);

/** Operations on the plans of an auth connection, which only the local service has. */
export const localLoginPlanOperations = [
  operation({
    id: "local.loginPlans",
    area: "local",
    method: "GET",
    path: "/_local/auth/connections/{id}/plans",
    summary: "List the logins of an auth connection that a person has shown",
    source: "assumed",
    params: connectionId,
    response: { kind: "json", status: 200, schema: Type.Array(LoginPlanRecord) },
    errors: [],
    idempotent: true,
    localOnly: true,
    assumed: [
      "newest first, at most 5; a login and a renewal replay the newest that works",
      "a plan has no value in it",
    ],
    example: {
      params: { id: EXAMPLE_CONNECTION_ID },
      result: [
        {
          id: "l4n8p1w6",
          state: "replayable",
          created_at: "2026-03-01T10:30:00Z",
          tried_at: "2026-03-02T10:30:00Z",
          entrance: "https://shop.example.com/",
          steps: [
            {
              step: 1,
              name: 'press "Customers" on https://shop.example.com/',
              page: "https://shop.example.com/",
            },
            {
              step: 2,
              name: 'press the keys of the value "pin" on https://shop.example.com/pin',
              page: "https://shop.example.com/pin",
              value: "pin",
              source: "stored",
            },
          ],
        },
        {
          id: "l2n5p9w3",
          state: "failed",
          created_at: "2026-02-01T10:30:00Z",
          tried_at: "2026-03-01T10:00:00Z",
          failed: {
            step: 1,
            name: 'press "Clients" on https://shop.example.com/',
            why: "the page has no such control",
          },
          entrance: "https://shop.example.com/",
          steps: [{ step: 1, name: 'press "Clients" on https://shop.example.com/', page: "https://shop.example.com/" }],
        },
      ],
    },
  }),
  operation({
    id: "local.deleteLoginPlans",
    area: "local",
    method: "DELETE",
    path: "/_local/auth/connections/{id}/plans",
    summary: "Delete the plans of an auth connection, or one of them",
    source: "assumed",
    params: connectionId,
    query: Type.Object(
      { plan_id: Type.Optional(Text({ minLength: 1, description: "Id of the only one to delete" })) },
      closed,
    ),
    response: { kind: "empty", status: 204 },
    errors: [],
    idempotent: true,
    localOnly: true,
    assumed: ["404 for a plan_id that the connection does not have; without one, 204 also when there are none"],
    example: { params: { id: EXAMPLE_CONNECTION_ID } },
  }),
] as const;
