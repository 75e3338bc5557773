import Type, { type TObjectOptions, type TSchema, type TString, type TStringOptions } from "typebox";
import { PAGE_ITEMS } from "./limits.ts";

/** Options of an object that has no other members. */
export const closed = { additionalProperties: false } as const;

/** Makes each member optional. */
export const optional = <const T extends Record<string, TSchema>>(members: T) =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [Name in keyof T]: Type.TOptional<T[Name]>;
  };

/** Characters of {@link Text}: no NUL, which ends a text for the system, and no lone surrogate, which UTF-8 cannot encode. */
export const TEXT_CHARACTERS = "[^\\u0000\\ud800-\\udfff]";

const plainText = {
  pattern: `^${TEXT_CHARACTERS}*$`,
  "x-expects": "text without NUL characters and lone surrogates",
} as const;

/**
 * String type of names, ids, tags, searches and arguments in requests.
 * assumed: text with a NUL character or a lone surrogate is 400 everywhere; the API names no characters for most of them.
 */
export const Text = (options: TStringOptions = {}) => Type.String({ ...plainText, ...options });

/** Map from text to text in requests, such as tags. A line break in a key is text too. */
export const TextMap = (value: TString, options: TObjectOptions = {}) =>
  Type.Record(Text(), value, { ...options, propertyNames: { ...plainText, ...options.propertyNames } });

/** RFC 3339 date-time. */
export const Timestamp = (description: string) => Type.String({ format: "date-time", description });

/**
 * Options of a member of an answer that only an API key of the whole organization gets, such as a path of the machine. The
 * service leaves it out for a key of one project, so the member is optional.
 */
export const forOrganization = (description: string) =>
  ({ description: `${description}; only with a key of the organization`, "x-needs": "organization" }) as const;

/** Body of an error (spec 7, contract 0.6). */
export const ErrorBody = Type.Object(
  {
    code: Type.String({ description: "Machine-readable error code; `ErrorCode` lists those of this service" }),
    message: Type.String({ description: "Text for a person" }),
    details: Type.Optional(Type.Array(Type.Object({ code: Type.String(), message: Type.String() }))),
    inner_error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  },
  { $id: "ErrorBody" },
);

/** Body of a network failure of `curl` (spec 4.4 and 7), with the members of the common body. */
export const NetworkFailureBody = Type.Object(
  {
    code: Type.Literal("network_error"),
    message: Type.String(),
    net_error: Type.Integer({ description: "Chromium's network error number, negative" }),
    net_error_name: Type.String({ description: "Its name, such as ERR_NAME_NOT_RESOLVED" }),
  },
  { $id: "NetworkFailureBody" },
);

/** Maximum of `offset`. assumed: 2^31 - 1, more than any list holds, and exact in every database. */
const MAX_OFFSET = 2_147_483_647;

/** `limit` and `offset` of a paged list (contract 0.8). */
export const paging = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_ITEMS.max,
      default: PAGE_ITEMS.default,
      description: "Items of one page",
    }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_OFFSET, default: 0, description: "Items to skip" })),
};

/** Key-value pairs of a resource, up to 50 (contract 2.2). */
export const Tags = TextMap(Text({ maxLength: 1024 }), {
  maxProperties: 50,
  propertyNames: { minLength: 1, maxLength: 128 },
  description: "Key-value pairs",
});

/** Path parameter of operations that take a session's id or its name (contract 2.1). */
export const idOrName = Type.Object({
  id_or_name: Text({ minLength: 1, description: "Session id, or the name of an active session" }),
});

/** Path parameter of a session's sub-resources (spec 4). */
export const browserId = Type.Object({ id: Text({ minLength: 1, description: "Session id" }) });

/** Environment variables that the platform sets in an app's process, over those of the deployment (contract 2.17). */
export const RESERVED_ENV: readonly string[] = [
  "KERNEL_API_KEY",
  "KERNEL_BASE_URL",
  "ENTRYPOINT_RELPATH",
  "BROWSERCTL_TOKEN",
  "BROWSERCTL_BASE_URL",
  "BROWSERCTL_INVOCATION_ID",
];

/** Start of a log: a time, or a duration back from now (contract 1.13). An empty value counts as absent. */
export const since = Type.Optional(
  Text({ description: "Start at: an RFC 3339 time, or a duration back from now such as 5m" }),
);

/** Line of a log (spec 6, contract 3). */
export const LogEvent = Type.Object({
  event: Type.Literal("log"),
  timestamp: Timestamp("When it was written"),
  message: Type.String({ description: "The line, at most 64 KiB" }),
});

/** Failure reported within a stream (contract 3). */
export const StreamError = Type.Object({
  event: Type.Literal("error"),
  timestamp: Timestamp("When"),
  error: Type.Object({ ...ErrorBody.properties, code: Type.String() }),
});

/** Heartbeat of an idle stream (contract 0.11). */
export const StreamHeartbeat = Type.Object({
  event: Type.Literal("sse_heartbeat"),
  timestamp: Timestamp("When it was sent"),
});

/** Name of an environment variable. */
export const variableName = {
  pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
  "x-expects": 'a name of letters, digits and "_" that does not begin with a digit',
} as const;

/** Errors of every operation that starts a browser. */
export const browserStartErrors = [
  "browser_start_failed",
  "conflict",
  "not_enough_memory",
  "profile_damaged",
  "project_limit_reached",
  "shutting_down",
] as const;
