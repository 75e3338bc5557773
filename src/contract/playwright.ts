import Type from "typebox";
import { browserId } from "./common.ts";
import { EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { operation } from "./operation.ts";

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
        code: Type.String({ minLength: 1, maxLength: 1_000_000, description: "Code to run" }),
        timeout_sec: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 300, default: 60, description: "Time limit in seconds" }),
        ),
      },
      { additionalProperties: false },
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
      }),
    },
    errors: ["container_failed", "dialog_open", "not_supported_locally", "page_not_responding", "too_many_processes"],
    idempotent: false,
    assumed: [
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
] as const;
