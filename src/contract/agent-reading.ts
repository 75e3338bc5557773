import Type, { type TSchema } from "typebox";
import { OrRefused, pageErrors, Ref } from "./agent-parts.ts";
import { browserId, closed, Text } from "./common.ts";
import { EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { MAX_WAIT_MS, PAPER_SIZES, READ_TOKENS } from "./limits.ts";
import { operation } from "./operation.ts";

const example = { params: { id: EXAMPLE_SESSION_ID } };

const json = <Schema extends TSchema>(schema: Schema) =>
  ({ kind: "json", status: 200, schema: OrRefused(schema) }) as const;

/** Start of a PNG and of a PDF, for examples. */
const PNG = "iVBORw0KGgo=";
const PDF = "JVBERi0xLjQ=";

const paperNames = Object.keys(PAPER_SIZES) as (keyof typeof PAPER_SIZES)[];

/** Operations that read a page for agents, which the local service alone has; the client does the same elsewhere. */
export const agentReadingOperations = [
  operation({
    id: "local.waitFor",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/wait-for",
    summary: "Wait until the page shows something",
    description: "All conditions must hold at the same time.",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        text: Type.Optional(
          Text({
            minLength: 1,
            maxLength: 1_000,
            description: "The page shows this text, or a line matches /PATTERN/",
          }),
        ),
        gone: Type.Optional(
          Text({
            minLength: 1,
            maxLength: 1_000,
            description: "The page does not show this text, or /PATTERN/, or this reference",
          }),
        ),
        ref: Type.Optional(Ref("The element can be operated: it is enabled, visible and at rest")),
        url: Type.Optional(
          Text({ minLength: 1, maxLength: 1_000, description: "The address has this text, or matches /PATTERN/" }),
        ),
        loaded: Type.Optional(Type.Boolean({ description: "The page has loaded and does not change" })),
        timeout_ms: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: MAX_WAIT_MS,
            description: `Milliseconds to wait; 0 looks once. ${MAX_WAIT_MS} by default`,
          }),
        ),
      },
      closed,
    ),
    response: json(
      Type.Object({
        met: Type.Boolean({ description: "false when the time was over" }),
        text: Type.String({ description: "The conditions, and the page that is shown" }),
        waiting_for: Type.Array(Type.String(), { description: "Conditions that do not hold" }),
        url: Type.String({ description: "Address of the page" }),
      }),
    ),
    errors: pageErrors,
    idempotent: true,
    localOnly: true,
    assumed: ["a dialog ends the wait: a blocked page does not change"],
    example: {
      ...example,
      body: { text: "Order received", timeout_ms: 5_000 },
      result: {
        met: true,
        text: 'page "Thanks" https://example.com/done',
        waiting_for: [],
        url: "https://example.com/done",
      },
    },
  }),
  operation({
    id: "local.read",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/read",
    summary: "Read the main text of the page as Markdown",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        max_tokens: Type.Optional(
          Type.Integer({
            minimum: READ_TOKENS.min,
            maximum: READ_TOKENS.max,
            description: `Budget of a part in tokens, estimated; ${READ_TOKENS.default} by default`,
          }),
        ),
        part: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: "Part of the text, from 1" })),
        ref: Type.Optional(Ref("Only this element")),
        whole: Type.Optional(Type.Boolean({ description: "All text of the page, with its navigation" })),
        links: Type.Optional(Type.Boolean({ description: "Links with their addresses" })),
        all: Type.Optional(Type.Boolean({ description: "Every part, whatever it costs" })),
      },
      closed,
    ),
    bodyOptional: true,
    response: json(
      Type.Object({
        url: Type.String(),
        title: Type.String(),
        text: Type.String({ description: "The part, with a first and a last line about it" }),
        markdown: Type.String({ description: "The part alone" }),
        part: Type.Integer(),
        parts: Type.Integer(),
        tokens: Type.Integer({ description: "Tokens of all parts, estimated" }),
      }),
    ),
    errors: pageErrors,
    idempotent: true,
    localOnly: true,
    assumed: [
      "the main text is what the page marks as main, otherwise what Mozilla's Readability finds, otherwise all text outside of navigation",
      "frames with text of their own follow after the text of the page",
    ],
    example: {
      ...example,
      body: { max_tokens: 500 },
      result: {
        url: "https://example.com/",
        title: "Example Domain",
        text: 'page "Example Domain" https://example.com/\n\n# Example Domain\n',
        markdown: "# Example Domain\n",
        part: 1,
        parts: 1,
        tokens: 4,
      },
    },
  }),
  operation({
    id: "local.html",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/html",
    summary: "Get the HTML of the page as it is now, or of an element",
    source: "assumed",
    params: browserId,
    body: Type.Object({ ref: Type.Optional(Ref("Only this element")) }, closed),
    bodyOptional: true,
    response: json(Type.Object({ url: Type.String(), html: Type.String() })),
    errors: pageErrors,
    idempotent: true,
    localOnly: true,
    assumed: ["shadow roots are templates with shadowrootmode; frames are empty"],
    example: {
      ...example,
      body: { ref: "e12" },
      result: { url: "https://example.com/", html: "<button>Save</button>" },
    },
  }),
  operation({
    id: "local.pdf",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/pdf",
    summary: "Print the page as a PDF",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        paper: Type.Optional(Type.Enum(paperNames, { description: "Size of the paper; a4 by default" })),
        landscape: Type.Optional(Type.Boolean({ description: "Landscape format" })),
        no_background: Type.Optional(Type.Boolean({ description: "Leave out colours and pictures of backgrounds" })),
        scale: Type.Optional(Type.Number({ minimum: 0.1, maximum: 2, description: "Scale; 1 by default" })),
        pages: Type.Optional(
          Type.String({
            pattern: "^[1-9][0-9]{0,4}(-[1-9][0-9]{0,4})?(,[1-9][0-9]{0,4}(-[1-9][0-9]{0,4})?){0,99}$",
            description: "Pages to print, such as 1-3,5",
          }),
        ),
      },
      closed,
    ),
    bodyOptional: true,
    response: json(
      Type.Object({
        url: Type.String(),
        data: Type.String({ description: "The PDF in base64" }),
        bytes: Type.Integer(),
      }),
    ),
    errors: pageErrors,
    idempotent: true,
    localOnly: true,
    example: {
      ...example,
      body: { paper: "letter" },
      result: { url: "https://example.com/", data: PDF, bytes: 8 },
    },
  }),
  operation({
    id: "local.screenshot",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/screenshot",
    summary: "Take a picture of the page, of all of it, or of an element",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        ref: Type.Optional(Ref("Only this element")),
        full_page: Type.Optional(Type.Boolean({ description: "The whole page, also what is out of view" })),
        marks: Type.Optional(Type.Boolean({ description: "Draw each control's reference beside it" })),
      },
      closed,
    ),
    bodyOptional: true,
    response: json(
      Type.Object({
        url: Type.String(),
        data: Type.String({ description: "The picture in base64, a PNG" }),
        bytes: Type.Integer(),
        width: Type.Integer({ description: "Pixels of the picture" }),
        height: Type.Integer({ description: "Pixels of the picture" }),
        marked: Type.Integer({ description: "References that are drawn" }),
        page_height: Type.Optional(
          Type.Integer({ description: "Height of the page in CSS pixels, when the picture does not have all of it" }),
        ),
      }),
    ),
    errors: pageErrors,
    idempotent: false,
    localOnly: true,
    assumed: [
      "a picture has at most 16,384 pixels in height and width; the rest of a page is left out",
      "fields that hold a secret are painted over",
    ],
    example: {
      ...example,
      body: { marks: true },
      result: { url: "https://example.com/", data: PNG, bytes: 8, width: 1280, height: 720, marked: 12 },
    },
  }),
] as const;
