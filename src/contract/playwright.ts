import Type from "typebox";
import { browserId, closed, Timestamp } from "./common.ts";
import { EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { MAX_EXECUTORS, MAX_PLAYWRIGHT_CODE } from "./limits.ts";
import { operation } from "./operation.ts";

const executorName = {
  pattern: "^[A-Za-z0-9_-]{1,64}$",
  "x-expects": "1 to 64 letters, digits, underscores and hyphens",
} as const;

/** Lane of Playwright code in a session, with a tab of its own unless it is the default one (contract 2.5). */
export const Executor = Type.Object(
  {
    name: Type.String({ description: "Executor; `default` runs the calls that name none" }),
    busy: Type.Boolean({ description: "true while a call runs" }),
    created_at: Timestamp("Start of its first call; for `default`, of the session"),
    last_used_at: Timestamp("Start of its latest call"),
    target_id: Type.Optional(Type.String({ description: "CDP target id of its tab; `default` has none" })),
    url: Type.Optional(Type.String({ description: "Address of its tab, while that is open" })),
  },
  { $id: "Executor" },
);

/** Body of the refusal of one executor too many (contract 2.5), with the members of the common body. */
export const ExecutorLimitBody = Type.Object(
  {
    code: Type.Literal("too_many_executors"),
    message: Type.String(),
    executors: Type.Array(Executor, { description: "The executors that exist" }),
  },
  { $id: "ExecutorLimitBody" },
);

const exampleExecutor = {
  name: "checkout",
  busy: false,
  created_at: "2026-03-01T09:30:00Z",
  last_used_at: "2026-03-01T09:34:10Z",
  target_id: "7B3F0C54A1D94E0E8D7A4C1B2E5F6A90",
  url: "https://shop.example.com/cart",
} as const;

export const playwrightOperations = [
  operation({
    id: "playwright.execute",
    area: "playwright",
    method: "POST",
    path: "/browsers/{id}/playwright/execute",
    summary: "Run Playwright code against the session",
    description:
      "The code is the body of an async function with page, context and browser in scope; its return value is the result. TypeScript works where removing the types is enough.",
    source: "contract 2.5",
    params: browserId,
    body: Type.Object(
      {
        code: Type.String({ minLength: 1, maxLength: MAX_PLAYWRIGHT_CODE, description: "Code to run" }),
        timeout_sec: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 300, default: 60, description: "Time limit in seconds" }),
        ),
        executor: Type.Optional(
          Type.String({
            ...executorName,
            description:
              "Executor that runs the code, with a tab of its own; a new name creates it. Calls of one run in turn, those of different ones at the same time",
          }),
        ),
      },
      closed,
    ),
    maxBodyBytes: 8 * 2 ** 20,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        success: Type.Boolean({ description: "true when the code ended without an error" }),
        result: Type.Optional(Type.Unknown({ description: "Return value of the code" })),
        error: Type.Optional(Type.String({ description: "Error of the code, with its line" })),
        stdout: Type.Optional(Type.String()),
        stderr: Type.Optional(Type.String()),
        tab: Type.Optional(
          Type.Object(
            {
              target_id: Type.String({ description: "CDP target id" }),
              created: Type.Boolean({ description: "true when this call opened it" }),
            },
            { description: "Tab of `page`; absent when the code did not get one" },
          ),
        ),
      }),
    },
    errors: [
      "container_failed",
      "dialog_open",
      "not_supported_locally",
      "page_not_responding",
      "too_many_executors",
      "too_many_processes",
    ],
    idempotent: false,
    assumed: [
      "every call has a process of its own, also those of one executor; nothing but the tab is left for the next call",
      "the time limit counts from the start of the code, not from the request",
      "code that throws, ends its process or takes too long is 200 with success false",
      "the result is JSON of up to 8 MiB; bytes become base64, bigints decimal text, errors their text; undefined is left out; a circular value is success false",
      "stdout and stderr keep their first 1 MiB each",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { code: "return await page.title()", timeout_sec: 30 },
      result: { success: true, result: "Example Domain", stdout: "", stderr: "" },
    },
  }),
  operation({
    id: "playwright.listExecutors",
    area: "playwright",
    method: "GET",
    path: "/browsers/{id}/playwright/executors",
    summary: "List the Playwright executors of a session",
    description: "The default one is first, the others follow in the order of their creation.",
    source: "contract 2.5",
    params: browserId,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({ executors: Type.Array(Executor) }),
    },
    errors: [],
    idempotent: true,
    example: { params: { id: EXAMPLE_SESSION_ID }, result: { executors: [exampleExecutor] } },
  }),
  operation({
    id: "playwright.deleteExecutor",
    area: "playwright",
    method: "DELETE",
    path: "/browsers/{id}/playwright/executors/{name}",
    summary: "Delete a Playwright executor",
    description: `Its tab is closed too, and its name is free again; a session has up to ${MAX_EXECUTORS} besides the default one. A call that runs on it ends with an error. The default executor is restarted: only its running call ends.`,
    source: "contract 2.5",
    params: Type.Object({
      id: browserId.properties.id,
      name: Type.String({ ...executorName, description: "Executor" }),
    }),
    query: Type.Object(
      { close_tab: Type.Optional(Type.Boolean({ default: true, description: "Close its tab too" })) },
      closed,
    ),
    response: { kind: "empty", status: 204 },
    errors: [],
    idempotent: true,
    example: { params: { id: EXAMPLE_SESSION_ID, name: "checkout" } },
  }),
] as const;
