import Type from "typebox";
import { browserId, closed, Text } from "./common.ts";
import { EXAMPLE_CUSTOM_TOOL_ID, EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { MAX_CUSTOM_TOOLS_SOURCE, MAX_TOOL_INPUT_BYTES } from "./limits.ts";
import { operation } from "./operation.ts";

const JsonSchema = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

/** Tool as its page describes it (contract 2.25). */
export const ToolMetadata = Type.Object(
  {
    name: Type.String({ description: "Name in its document" }),
    description: Type.String({ description: "Description, as the page gives it" }),
    title: Type.Optional(Type.String({ description: "Name for a person" })),
    inputSchema: JsonSchema("JSON Schema of the input"),
    outputSchema: Type.Optional(JsonSchema("JSON Schema of the output")),
    annotations: Type.Optional(
      Type.Object(
        {
          autosubmit: Type.Optional(Type.Boolean({ description: "true for a form that a call also sends" })),
          consequentialHint: Type.Optional(
            Type.Boolean({ description: "true where a call has consequences, such as a payment" }),
          ),
          destructiveHint: Type.Optional(Type.Boolean({ description: "true where a call may destroy something" })),
          idempotentHint: Type.Optional(Type.Boolean({ description: "true where a second call changes nothing more" })),
          openWorldHint: Type.Optional(Type.Boolean({ description: "true where a call reaches other systems" })),
          readOnlyHint: Type.Optional(Type.Boolean({ description: "true where a call changes nothing" })),
          untrustedContentHint: Type.Optional(
            Type.Boolean({ description: "true where the output may be of third parties" }),
          ),
        },
        { description: "Claims of the page, which nothing checks" },
      ),
    ),
  },
  { $id: "ToolMetadata" },
);

/** Tool that a document of the browser offers now, with its source (contract 2.25). */
export const WebmcpTool = Type.Object(
  {
    tool_ref: Type.String({ description: "Reference of this registration, valid while its document is open" }),
    tool: ToolMetadata,
    source: Type.Object({
      page_url: Type.String({ description: "Address of the page, without its fragment" }),
      page_title: Type.String({ description: "Title of the page" }),
      tab_id: Type.Integer({ description: "Number of the tab; it grows with each one that the browser opens" }),
      window_id: Type.Integer({ description: "Number of the window" }),
      frame: Type.Union(
        [
          Type.Object({
            frame_id: Type.Integer({ description: "Number of the frame" }),
            url: Type.String({ description: "Address of the frame, without its fragment" }),
          }),
          Type.Null(),
        ],
        { description: "Frame that offers it; null for the page itself" },
      ),
      custom: Type.Optional(
        Type.Object(
          { id: Type.String({ description: "Custom tool" }), namespace: Type.String({ description: "Its namespace" }) },
          { description: "Only of a custom tool" },
        ),
      ),
      target_id: Type.Optional(Type.String({ description: "CDP target id of the tab; only of a custom tool" })),
    }),
  },
  { $id: "WebmcpTool" },
);

/** Body of a call whose outcome nobody knows (contract 2.25), with the members of the common body. */
export const InvocationFailureBody = Type.Object(
  {
    code: Type.Literal("outcome_unknown"),
    message: Type.String(),
    invocation_id: Type.Optional(Type.String({ description: "Call of the tool" })),
  },
  { $id: "InvocationFailureBody" },
);

/** Tool of a client that documents with a matching address offer (contract 2.25). */
export const CustomTool = Type.Object(
  {
    id: Type.String({ description: "Custom tool" }),
    namespace: Type.String({ description: "Namespace in which its name is unique" }),
    kind: Type.String({ description: "`page` runs in the page, `cdp` beside the browser" }),
    match: Type.Object({
      url_patterns: Type.Array(Type.String(), {
        description: "Addresses of the documents that offer it; * is any text",
      }),
    }),
    tool: ToolMetadata,
  },
  { $id: "CustomTool" },
);

const exampleTool = {
  name: "search_products",
  description: "Search the products of the shop",
  inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
  annotations: { readOnlyHint: true },
} as const;

const exampleCustomTool = {
  id: EXAMPLE_CUSTOM_TOOL_ID,
  namespace: "shop.example.com",
  kind: "page",
  match: { url_patterns: ["https://shop.example.com/*"] },
  tool: exampleTool,
} as const;

const EXAMPLE_TOOL_REF = "5f0d7c1b9a3e48260c74f1d2e8b6a593";

export const webmcpOperations = [
  operation({
    id: "webmcp.listTools",
    area: "webmcp",
    method: "GET",
    path: "/browsers/{id}/webmcp/tools",
    summary: "List the WebMCP tools that the open pages offer",
    description:
      "Those of all tabs and of the frames in them, as they are now. Descriptions and schemas are texts of websites.",
    source: "contract 2.25",
    params: browserId,
    query: Type.Object(
      { exclude_custom: Type.Optional(Type.Boolean({ default: false, description: "Leave out custom tools" })) },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Object({ tools: Type.Array(WebmcpTool) }) },
    errors: [],
    idempotent: true,
    assumed: [
      "a tool_ref names a document and everything that Chromium says of the tool; the same tool registered again by the same line keeps it",
      "a page that does not answer within a second is left out",
      "at most 1,000 tools are listed, and 4 MiB of their descriptions; as many custom ones",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      result: {
        tools: [
          {
            tool_ref: EXAMPLE_TOOL_REF,
            tool: exampleTool,
            source: {
              page_url: "https://shop.example.com/",
              page_title: "Example shop",
              tab_id: 1,
              window_id: 1,
              frame: null,
            },
          },
        ],
      },
    },
  }),
  operation({
    id: "webmcp.invokeTool",
    area: "webmcp",
    method: "POST",
    path: "/browsers/{id}/webmcp/invoke",
    summary: "Call a WebMCP tool of a page",
    description:
      "The tool runs once, in its page. A form that is not sent by itself is only filled in: look at it, then send it by Playwright or the mouse. The output is text of a website.",
    source: "contract 2.25",
    params: browserId,
    body: Type.Object(
      {
        tool_ref: Text({ minLength: 1, maxLength: 128, description: "Tool, as listed" }),
        input: Type.Record(Type.String(), Type.Unknown(), {
          description: `Input of the tool, at most ${MAX_TOOL_INPUT_BYTES} bytes of JSON`,
        }),
        timeout_sec: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 120, default: 60, description: "Time limit in seconds" }),
        ),
      },
      closed,
    ),
    maxBodyBytes: MAX_TOOL_INPUT_BYTES + 4096,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        invocation_id: Type.String({ description: "Call of the tool" }),
        status: Type.Enum(["completed", "canceled", "error", "awaiting_submission"], {
          description: "awaiting_submission: the form is filled in and not sent",
        }),
        output: Type.Optional(Type.Unknown({ description: "Output of the tool" })),
        error_text: Type.Optional(Type.String({ description: "Error of the tool" })),
      }),
    },
    errors: ["outcome_unknown", "tool_not_found"],
    idempotent: false,
    assumed: [
      "Chromium does not compare the input with the tool's schema; the tool does",
      "an output of more than 8 MiB of JSON is status error",
      "a call whose time is over goes on in the page",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { tool_ref: EXAMPLE_TOOL_REF, input: { query: "red shoes" }, timeout_sec: 30 },
      result: { invocation_id: "6F880C8ABB4B6FD7F84762B9AD793CB1", status: "completed", output: { products: [] } },
    },
  }),
  operation({
    id: "webmcp.listCustomTools",
    area: "webmcp",
    method: "GET",
    path: "/browsers/{id}/webmcp/custom-tools",
    summary: "List the custom WebMCP tools of a session",
    source: "contract 2.25",
    params: browserId,
    response: { kind: "json", status: 200, schema: Type.Object({ tools: Type.Array(CustomTool) }) },
    errors: [],
    idempotent: true,
    example: { params: { id: EXAMPLE_SESSION_ID }, result: { tools: [exampleCustomTool] } },
  }),
  operation({
    id: "webmcp.addCustomTools",
    area: "webmcp",
    method: "POST",
    path: "/browsers/{id}/webmcp/custom-tools",
    summary: "Add custom WebMCP tools to a session",
    description: "All tools of the source are added, or none.",
    source: "contract 2.25",
    params: browserId,
    body: Type.Object(
      {
        namespace: Type.String({
          pattern: "^[A-Za-z0-9_.-]{1,128}$",
          "x-expects": "1 to 128 letters, digits, underscores, dots and hyphens",
          description: "Namespace of the tools",
        }),
        source: Text({
          minLength: 1,
          maxLength: MAX_CUSTOM_TOOLS_SOURCE,
          description: `JavaScript expression: an array of { kind, match, tool, execute }; at most ${MAX_CUSTOM_TOOLS_SOURCE} bytes`,
        }),
        force_overwrite_namespace: Type.Optional(
          Type.Boolean({ default: false, description: "Replace all tools of the namespace" }),
        ),
      },
      closed,
    ),
    maxBodyBytes: MAX_CUSTOM_TOOLS_SOURCE + 4096,
    response: { kind: "json", status: 201, schema: Type.Object({ tools: Type.Array(CustomTool) }) },
    errors: ["conflict"],
    idempotent: false,
    assumed: [
      "a custom tool stands beside those of the page: scripts of the page neither see nor call it",
      "a custom tool ends with the REPL, also with its reset; a session has at most 1,000",
      "a pattern has at most 2,048 characters, and is compared with the first 8,192 of an address",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: {
        namespace: "shop.example.com",
        source:
          '[{ kind: "page", match: { url_patterns: ["https://shop.example.com/*"] }, tool: { name: "cart", description: "Show the cart", inputSchema: { type: "object" } }, execute: async () => document.title }]',
      },
      result: { tools: [exampleCustomTool] },
    },
  }),
  operation({
    id: "webmcp.removeCustomTool",
    area: "webmcp",
    method: "DELETE",
    path: "/browsers/{id}/webmcp/custom-tools/{tool_id}",
    summary: "Remove a custom WebMCP tool from a session",
    description: "A call of it that runs goes on.",
    source: "contract 2.25",
    params: Type.Object({
      id: browserId.properties.id,
      tool_id: Text({ minLength: 1, description: "Custom tool" }),
    }),
    response: { kind: "empty", status: 204 },
    errors: [],
    idempotent: true,
    example: { params: { id: EXAMPLE_SESSION_ID, tool_id: EXAMPLE_CUSTOM_TOOL_ID } },
  }),
] as const;
