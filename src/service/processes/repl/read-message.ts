import Type, { type Static } from "typebox";
import { Check } from "typebox/schema";
import { CustomTool } from "../../../contract/webmcp.ts";
import { MAX_CUSTOM_TOOLS, MAX_PATTERN_CHARACTERS, MAX_PATTERNS } from "../../../repl-helpers/custom-tools.ts";
import type { CustomToolFacts, ReplEnd, ReplItem, ReplMessage, ToolWorkEnd, WebmcpQuestion } from "./protocol.ts";

const closed = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 0 });
/** Name of a type of pictures, as `repl.emitImage` lets it pass. */
const IMAGE = "^image/[A-Za-z0-9.+-]{1,120}$";

const Item = Type.Union([
  Type.Object(
    { type: Type.Literal("text"), channel: Type.Enum(["write", "stdout", "stderr"]), text: Type.String() },
    closed,
  ),
  Type.Object(
    {
      type: Type.Literal("image"),
      mime_type: Type.String({ pattern: IMAGE }),
      data_b64: Type.String({ pattern: "^[A-Za-z0-9+/]*={0,2}$" }),
    },
    closed,
  ),
]);
const End = Type.Object(
  { success: Type.Boolean(), error: Type.Optional(Type.String()), stack: Type.Optional(Type.String()) },
  closed,
);
const WorkEnd = Type.Union([
  Type.Object({ error: Type.String(), status: Type.Optional(Type.Enum([400, 409])) }, closed),
  Type.Object({ result: Type.Optional(Type.Unknown()) }, closed),
]);
const Question = Type.Union([
  Type.Object({ list: Type.Object({ exclude_custom: Type.Boolean() }) }),
  Type.Object({
    invoke: Type.Object({
      tool_ref: Type.String(),
      input: Type.Record(Type.String(), Type.Unknown()),
      timeout_ms: Type.Number({ minimum: 0, maximum: 2 ** 31 - 1 }),
    }),
  }),
]);
const Tools = Type.Array(
  Type.Intersect([
    CustomTool,
    Type.Object({
      kind: Type.Enum(["cdp", "page"]),
      match: Type.Object({
        url_patterns: Type.Array(Type.String({ maxLength: MAX_PATTERN_CHARACTERS }), { maxItems: MAX_PATTERNS }),
      }),
      pageFunction: Type.Optional(Type.String()),
    }),
  ]),
  { maxItems: MAX_CUSTOM_TOOLS },
);

/** Question of the REPL that the service understands; undefined for another one. */
export function readQuestion(value: unknown): WebmcpQuestion | undefined {
  return Check(Question, value) ? (value as WebmcpQuestion) : undefined;
}

/** Custom tools as the REPL names them; undefined for other data. */
export function readTools(value: unknown): readonly CustomToolFacts[] | undefined {
  return Check(Tools, value) ? (value as readonly CustomToolFacts[]) : undefined;
}

/**
 * Message of a process that may be under control of the code in it: the code can write to every pipe of its process. A
 * question is read by {@link readQuestion}. Throws a TypeError for another value.
 */
export function readMessage(value: unknown): ReplMessage {
  const message = read(Type.Record(Type.String(), Type.Unknown()), value);
  if (message["ready"] === true) return { ready: true };
  if (message["truncated"] === true) return { truncated: true };
  if ("item" in message) return { item: read(Item, message["item"]) satisfies ReplItem };
  if ("tools" in message) return { tools: read(Tools, message["tools"]) as readonly CustomToolFacts[] };
  if ("end" in message) return { end: read(End, message["end"]) satisfies ReplEnd };
  const id = read(Id, message["id"]);
  if ("done" in message) return { done: read(WorkEnd, message["done"]) as ToolWorkEnd, id };
  if ("ask" in message) return { ask: message["ask"], id };
  throw new TypeError("the message is unknown");
}

function read<Schema extends Type.TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (!Check(schema, value)) throw new TypeError("the message is not one of a REPL");
  return value as Static<Schema>;
}
