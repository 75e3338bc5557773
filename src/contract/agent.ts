import Type from "typebox";
import { actVerbs, Box, CELL_REFERENCES, Dialog, OrRefused, pageErrors, Ref, refusalCodes } from "./agent-parts.ts";
import { browserId, closed, Text } from "./common.ts";
import { EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { MAX_ACT_WAIT_MS, MAX_ACTS, SNAPSHOT_TOKENS } from "./limits.ts";
import { operation } from "./operation.ts";
import { AnyAddress } from "./web-address.ts";

const SnapshotLine = Type.Object({
  depth: Type.Integer({ description: "Containers around it" }),
  kind: Type.Enum(["control", "heading", "text", "container", "frame", "row", "more"], {
    description: "row: the next lines, one level deeper, are on one line of the text; more: a count",
  }),
  text: Type.String({ description: "The line as it is printed" }),
  ref: Type.Optional(Ref("Reference of a control, or of a row")),
  cells: Type.Optional(
    Type.Array(Type.String(), { description: `Texts of the cells of a row with a reference; ${CELL_REFERENCES}` }),
  ),
  role: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  value: Type.Optional(Type.String({ description: "Value of a field; that of a password is never shown" })),
  states: Type.Optional(Type.Array(Type.String(), { description: "checked, disabled, required and the like" })),
  covered_by: Type.Optional(Type.String({ description: "Element in front of it" })),
  box: Type.Optional(Box),
  frame: Type.Optional(Type.String({ description: "Address of the frame that it is in" })),
});

const ActRequest = Type.Object(
  {
    verb: Type.Enum([...actVerbs], { description: "Verb" }),
    ref: Type.Optional(Ref("Reference of the element; without it press and scroll are for the page")),
    value: Type.Optional(
      Type.Union([Text({ maxLength: 1_000_000 }), Type.Array(Text({ maxLength: 10_000 }), { maxItems: 100 })], {
        description: "Text, options, keys, direction or pixels, files of the session, or the reference to drag to",
        "x-secret": true,
      }),
    ),
    wait_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_ACT_WAIT_MS,
        description: "Milliseconds to wait until it can be operated",
      }),
    ),
    force: Type.Optional(Type.Boolean({ description: "Skip name, row and what is in front, never the document" })),
    secret: Type.Optional(Type.Boolean({ description: "Never print the value" })),
  },
  closed,
);

const ActResult = Type.Object({
  ok: Type.Boolean({ description: "false when the act was refused or had no effect" }),
  text: Type.String({ description: "What was done and what has changed; or why not" }),
  code: Type.Optional(Type.String({ description: `Code of a refusal: ${Object.keys(refusalCodes).join(", ")}` })),
  next: Type.Optional(Type.String({ description: "Next step after a refusal" })),
  url: Type.Optional(Type.String({ description: "Address of the page afterwards" })),
  dialog: Type.Optional(Dialog),
});

const Moved = Type.Object({
  ok: Type.Boolean({ description: "false when it was refused or failed" }),
  text: Type.String({ description: "What was done, and the page that is shown; or why not" }),
  code: Type.Optional(Type.String({ description: "Code of a refusal: dialog_open, no_dialog, no_tab, not_loaded" })),
  next: Type.Optional(Type.String({ description: "Next step after a refusal" })),
  url: Type.Optional(Type.String({ description: "Address of the page afterwards" })),
  dialog: Type.Optional(Dialog),
});

const tabNumber = Type.Integer({ minimum: 1, maximum: 10_000, description: "Number of the tab, from 1" });

/** Operations for agents, which the local service alone has; the client does the same elsewhere with Playwright. */
export const agentOperations = [
  operation({
    id: "local.snapshot",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/snapshot",
    summary: "Show the page as lines with references, within a budget of tokens",
    description: `Each control, and each row of cells, has a reference by which act operates it, such as e12; ${CELL_REFERENCES}. What is in view comes first; what does not fit is counted. Text of the page cannot look like a line of the snapshot.`,
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        max_tokens: Type.Optional(
          Type.Integer({
            minimum: SNAPSHOT_TOKENS.min,
            maximum: SNAPSHOT_TOKENS.max,
            description: `Budget in tokens, estimated; ${SNAPSHOT_TOKENS.default}, and ${SNAPSHOT_TOKENS.find} with find`,
          }),
        ),
        interactive: Type.Optional(Type.Boolean({ description: "Leave out texts" })),
        find: Type.Optional(
          Text({
            minLength: 1,
            maxLength: 1_000,
            description: "Only lines with this text, or that match /PATTERN/, wherever they are on the page",
          }),
        ),
        under: Type.Optional(Ref("Only the part of the page around this reference")),
        depth: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: "Maximum depth of containers" })),
        delta: Type.Optional(Type.Boolean({ description: "Only what has changed since the last snapshot or act" })),
        rows: Type.Optional(
          Type.String({
            pattern: "^[1-9][0-9]{0,6}(-[1-9][0-9]{0,6})?$",
            description: "Rows of the longest list or table, such as 100-120",
          }),
        ),
        all: Type.Optional(Type.Boolean({ description: "Everything, whatever it costs" })),
      },
      closed,
    ),
    bodyOptional: true,
    response: {
      kind: "json",
      status: 200,
      schema: OrRefused(
        Type.Object({
          url: Type.String(),
          title: Type.String(),
          text: Type.String({ description: "The lines as text" }),
          lines: Type.Array(SnapshotLine),
          shown: Type.Integer({ description: "Lines shown" }),
          total: Type.Integer({ description: "Lines of the page, or lines that match" }),
          tokens: Type.Integer({ description: "Tokens of the text, estimated" }),
          dialog: Type.Optional(Dialog),
        }),
      ),
    },
    errors: ["page_closed", "page_crashed", "page_not_responding"],
    idempotent: false,
    localOnly: true,
    assumed: [
      "a reference is given to each control that is printed, keeps its number while its document lives, and is never given again",
      "all agents of a session share its references; 20,000 are kept",
      "a page with an open dialog has no lines",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { max_tokens: 800, interactive: true },
      result: {
        url: "https://example.com/",
        title: "Example Domain",
        text: 'page "Example Domain" https://example.com/\n# Example Domain\ne1 link "More information"\n',
        lines: [
          { depth: 0, kind: "heading", text: "# Example Domain", role: "heading", name: "Example Domain" },
          {
            depth: 0,
            kind: "control",
            text: 'e1 link "More information"',
            ref: "e1",
            role: "link",
            name: "More information",
            box: { x: 340, y: 320, width: 120, height: 18 },
          },
        ],
        shown: 2,
        total: 4,
        tokens: 24,
      },
    },
  }),
  operation({
    id: "local.act",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/act",
    summary: "Operate elements of the page by their references",
    description: "Acts are done in order; the first that is refused ends them.",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      { acts: Type.Array(ActRequest, { minItems: 1, maxItems: MAX_ACTS, description: "Acts, in order" }) },
      closed,
    ),
    maxBodyBytes: 8 * 2 ** 20,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        results: Type.Array(ActResult, { description: "Results of the acts that were tried, in order" }),
      }),
    },
    errors: pageErrors,
    idempotent: false,
    localOnly: true,
    assumed: [
      "an act that is refused is 200 with ok false and its code",
      "an element is pressed only when it is the one that was printed, enabled, visible, at rest and hit by the mouse",
      "a page that was left ends the acts after it: their references are of the page before",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { acts: [{ verb: "click", ref: "e12", wait_ms: 0 }] },
      result: { results: [{ ok: true, text: 'clicked e12 button "Save"; nothing visible changed' }] },
    },
  }),
  operation({
    id: "local.navigate",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/navigate",
    summary: "Show another page in the tab that is in front",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        action: Type.Enum(["goto", "back", "forward", "reload"], {
          description: "An address, the page before, the page after, or this one again",
        }),
        url: Type.Optional(AnyAddress({ description: "Address of goto; https:// is put before a host alone" })),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Moved },
    errors: pageErrors,
    idempotent: false,
    localOnly: true,
    assumed: [
      "a page counts as shown when it has loaded and come to rest, after 15 s in any case",
      "a page that could not be loaded is 200 with ok false and not_loaded",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { action: "reload" },
      result: { ok: true, text: 'page "Example Domain" https://example.com/', url: "https://example.com/" },
    },
  }),
  operation({
    id: "local.tabs",
    area: "local",
    method: "GET",
    path: "/_local/browsers/{id}/tabs",
    summary: "List the tabs of the browser",
    source: "assumed",
    params: browserId,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Array(
        Type.Object({
          number: tabNumber,
          title: Type.String(),
          url: Type.String(),
          active: Type.Boolean({ description: "true for the tab in front" }),
        }),
      ),
    },
    errors: [],
    idempotent: true,
    localOnly: true,
    assumed: ["the oldest tab is number 1"],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      result: [{ number: 1, title: "Example Domain", url: "https://example.com/", active: true }],
    },
  }),
  operation({
    id: "local.tab",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/tabs",
    summary: "Open a tab, or bring one to the front, or close it",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        action: Type.Enum(["new", "activate", "close"], { description: "What to do" }),
        number: Type.Optional(tabNumber),
        url: Type.Optional(AnyAddress({ description: "Address of a new tab; about:blank when omitted" })),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Moved },
    errors: pageErrors,
    idempotent: false,
    localOnly: true,
    assumed: ["a tab without a number is the one in front"],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { action: "new", url: "about:blank" },
      result: { ok: true, text: 'page "" about:blank', url: "about:blank" },
    },
  }),
  operation({
    id: "local.dialog",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/dialog",
    summary: "Answer the open dialog of the page",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        accept: Type.Boolean({ description: "true for OK, false for Cancel" }),
        text: Type.Optional(Text({ maxLength: 10_000, description: "Text of a prompt" })),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Moved },
    errors: ["page_closed", "page_crashed", "page_not_responding"],
    idempotent: false,
    localOnly: true,
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { accept: true },
      result: {
        ok: true,
        text: 'accepted alert "Careful"; page "Example Domain" https://example.com/',
        url: "https://example.com/",
      },
    },
  }),
] as const;
