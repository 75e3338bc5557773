import Type, { type TArray, type TSchema } from "typebox";
import { OrRefused, pageErrors } from "./agent-parts.ts";
import { browserId, closed, Text, Timestamp } from "./common.ts";
import { EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { operation } from "./operation.ts";

const levels = ["error", "warning", "info", "debug"] as const;

/**
 * Fields that choose the newest of the messages or requests of a page, in one order for both.
 *
 * @param records their name: `messages`
 * @param texts what `find` searches: `messages`, `addresses`
 */
const newestOf = (records: string, texts: string) => ({
  find: Type.Optional(
    Text({ minLength: 1, maxLength: 1_000, description: `Only ${texts} with this text; case-insensitive` }),
  ),
  since: Type.Optional(
    Text({ maxLength: 100, description: "Start at: an RFC 3339 time, or a duration back from now such as 5m" }),
  ),
  new: Type.Optional(Type.Boolean({ description: `Only ${records} since the last call in the session` })),
  max_tokens: Type.Optional(
    Type.Integer({
      minimum: 50,
      maximum: 100_000,
      description: `Budget in tokens, estimated; 1000, and the newest ${records} stay`,
    }),
  ),
});

/** Answer with the newest records of a page, as text and one by one. */
const Newest = <Name extends string, Item extends TSchema>(name: Name, item: Item) =>
  OrRefused(
    Type.Object({
      text: Type.String({ description: `The ${name} as text, one a line` }),
      ...({ [name]: Type.Array(item) } as { [Key in Name]: TArray<Item> }),
      shown: Type.Integer({ description: `Number of ${name}` }),
      total: Type.Integer({ description: `Number of ${name} that match` }),
    }),
  );

/** Kinds of resources. */
const networkTypes = [
  ...(["document", "stylesheet", "script", "image", "font", "media", "xhr", "fetch"] as const),
  ...(["websocket", "ping", "other"] as const),
] as const;

/** Operations on the console and the requests of the page in front, for agents. */
export const agentLogOperations = [
  operation({
    id: "local.console",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/console",
    summary: "Show the messages in the console of the page in front",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        level: Type.Optional(
          Type.Enum(levels, {
            description: "Messages of this level and more severe ones",
          }),
        ),
        ...newestOf("messages", "messages"),
      },
      closed,
    ),
    bodyOptional: true,
    response: {
      kind: "json",
      status: 200,
      schema: Newest(
        "messages",
        Type.Object({
          time: Timestamp("Time of the message"),
          level: Type.Enum(levels),
          text: Type.String({ description: "Message on one line" }),
          url: Type.Optional(Type.String({ description: "Address of the script, or of what was requested" })),
          line: Type.Optional(Type.Integer({ description: "Line, from 1" })),
          column: Type.Optional(Type.Integer({ description: "Column, from 1" })),
          stack: Type.Optional(Type.Array(Type.String(), { description: "Functions that were running" })),
          frame: Type.Optional(Type.String({ description: "Address of the frame of another site" })),
          worker: Type.Optional(
            Type.Enum(["worker", "shared worker", "service worker"], {
              description: "Kind of the worker that it is from",
            }),
          ),
        }),
      ),
    },
    errors: pageErrors,
    idempotent: false,
    localOnly: true,
    assumed: [
      "the browser keeps the last 1,000 messages of each process of the page that is shown, and none of the page before",
      "an object is shown as it is now, without calling its getters",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { level: "error" },
      result: {
        text: "12:03:04.512 error Uncaught TypeError: x is not a function (app.js:10:5)\n",
        messages: [
          {
            time: "2026-01-02T12:03:04.512Z",
            level: "error",
            text: "Uncaught TypeError: x is not a function",
            url: "https://example.com/app.js",
            line: 10,
            column: 5,
          },
        ],
        shown: 1,
        total: 1,
      },
    },
  }),
  operation({
    id: "local.network",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/network",
    summary: "Show the requests of the page in front",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        failed: Type.Optional(Type.Boolean({ description: "Only requests that failed, or with a status from 400 on" })),
        type: Type.Optional(Type.Enum([...networkTypes], { description: "Only this kind of resource" })),
        method: Type.Optional(
          Type.String({
            pattern: "^[A-Za-z]{1,20}$",
            description: "Only this method; those without a known one are left out",
          }),
        ),
        status: Type.Optional(
          Type.String({ pattern: "^[1-5]([0-9]{2}|[0-9]x|xx)$", description: "Only this status: 404, or 5xx" }),
        ),
        ...newestOf("requests", "addresses"),
      },
      closed,
    ),
    bodyOptional: true,
    response: {
      kind: "json",
      status: 200,
      schema: Newest(
        "requests",
        Type.Object({
          time: Timestamp("Start of the request"),
          method: Type.Optional(Type.String()),
          url: Type.String({ description: "Address, cut" }),
          type: Type.Enum([...networkTypes]),
          status: Type.Optional(Type.Integer()),
          duration_ms: Type.Optional(Type.Integer({ description: "Milliseconds until its end" })),
          bytes: Type.Optional(Type.Integer({ description: "Bytes over the network" })),
          error: Type.Optional(Type.String({ description: "Error of the browser" })),
          from_cache: Type.Optional(Type.Boolean()),
          pending: Type.Optional(Type.Boolean({ description: "true while it has not ended" })),
        }),
      ),
    },
    errors: pageErrors,
    idempotent: false,
    localOnly: true,
    assumed: [
      "the last 1,000 requests of a page are kept, from the first use of the session by an agent on",
      "those of frames of other sites and of workers are not among them",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { failed: true },
      result: {
        text: "12:03:04.512 POST 404 fetch https://shop.example.com/cart 120 ms 310 B\n",
        requests: [
          {
            time: "2026-01-02T12:03:04.512Z",
            method: "POST",
            url: "https://shop.example.com/cart",
            type: "fetch",
            status: 404,
            duration_ms: 120,
            bytes: 310,
          },
        ],
        shown: 1,
        total: 1,
      },
    },
  }),
] as const;
