import Type from "typebox";
import { browserId, closed } from "./common.ts";
import { EXAMPLE_REPL_ID, EXAMPLE_SESSION_ID } from "./example-ids.ts";
import {
  MAX_PLAYWRIGHT_CODE,
  MAX_REPL_IMAGE_BYTES,
  MAX_REPL_IMAGES_BYTES,
  MAX_REPL_TEXT_BYTES,
  REPL_HEAP_MIB,
} from "./limits.ts";
import { operation } from "./operation.ts";

/** Text that code in a REPL has written (contract 2.28). */
export const ReplText = Type.Object(
  {
    type: Type.Literal("text"),
    channel: Type.Enum(["write", "stdout", "stderr"], {
      description: "`write` for repl.write, otherwise the stream of a console method",
    }),
    text: Type.String(),
  },
  { $id: "ReplText" },
);

/** Picture that code in a REPL has emitted (contract 2.28). */
export const ReplImage = Type.Object(
  {
    type: Type.Literal("image"),
    mime_type: Type.String(),
    data_b64: Type.String({ description: "Its bytes in base64" }),
  },
  { $id: "ReplImage" },
);

export const replOperations = [
  operation({
    id: "repl.evaluate",
    area: "repl",
    method: "POST",
    path: "/browsers/{id}/repl",
    summary: "Evaluate JavaScript in the REPL of the session",
    description:
      "Variables, functions and classes are kept for the next call, until the REPL is reset or ends. Values are not in the answer: the code writes by repl.write, repl.emitImage and console.",
    source: "contract 2.28",
    params: browserId,
    body: Type.Object(
      {
        code: Type.String({
          maxLength: MAX_PLAYWRIGHT_CODE,
          description: "JavaScript with top-level await and import(); empty only with `reset`",
        }),
        timeout_sec: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 300,
            default: 60,
            description: "Time limit in seconds, after which the REPL ends and its variables are lost",
          }),
        ),
        reset: Type.Optional(Type.Boolean({ default: false, description: "Start a new REPL before the code" })),
      },
      closed,
    ),
    maxBodyBytes: 8 * 2 ** 20,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        success: Type.Boolean({ description: "true when the code ended without an error" }),
        repl_id: Type.String({ description: "REPL that ran the code; another one has other variables" }),
        content: Type.Optional(
          Type.Array(Type.Union([ReplText, ReplImage]), { description: "Output of the code, in order" }),
        ),
        content_truncated: Type.Optional(Type.Boolean({ description: "true when output was left out" })),
        duration_ms: Type.Optional(Type.Integer({ description: "Time that the code ran" })),
        error: Type.Optional(Type.String({ description: "Error of the code" })),
        stack: Type.Optional(Type.String({ description: "The error with the lines of the code" })),
        repl_terminated: Type.Optional(
          Type.Boolean({ description: "true when the REPL has ended; the next call starts a new one" }),
        ),
      }),
    },
    errors: ["container_failed", "dialog_open", "not_supported_locally", "page_not_responding", "too_many_processes"],
    idempotent: false,
    assumed: [
      "page and context are Playwright's beside the helpers of contract 2.28; the first code that names one of them connects Playwright, and page is then the page in front until it is closed",
      "Playwright, once connected, closes dialogs that no code listens to; code that names page or context is refused while a dialog is open",
      "patchright is playwright-core under another name",
      "further names that a hosted service lacks: require, and Node's modules by their names",
      "a variable can be declared again, as in the console of a browser",
      "an uncaught exception outside of the awaited code is written to stderr, and the REPL stays",
      "a client that disconnects interrupts its call; the REPL ends only if the code does not stop within a second",
      `limits are those of the public image: ${REPL_HEAP_MIB} MiB of heap, ${MAX_REPL_TEXT_BYTES / 2 ** 10} KiB of text, ${MAX_REPL_IMAGE_BYTES / 2 ** 20} MiB an image, ${MAX_REPL_IMAGES_BYTES / 2 ** 20} MiB of images in an answer`,
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { code: "const title = await page.title(); console.log(title)", timeout_sec: 30 },
      result: {
        success: true,
        repl_id: EXAMPLE_REPL_ID,
        content: [{ type: "text", channel: "stdout", text: "Example Domain" }],
        content_truncated: false,
        duration_ms: 41,
      },
    },
  }),
] as const;
