import Type, { type TProperties } from "typebox";
import { browserId, Text } from "./common.ts";
import { operation } from "./operation.ts";

const closed = { additionalProperties: false } as const;
const body = <const P extends TProperties>(properties: P) => Type.Object(properties, closed);

const pixel = (description: string, minimum = 0) => Type.Integer({ minimum, description });
const holdKeys = Type.Optional(
  Type.Array(Text({ minLength: 1 }), { description: "Keys held down meanwhile, such as Shift or Ctrl" }),
);

const clickMouse = {
  x: pixel("Distance from the left edge in CSS pixels"),
  y: pixel("Distance from the top edge in CSS pixels"),
  button: Type.Optional(
    Type.Enum(["left", "right", "middle", "back", "forward"], { default: "left", description: "Mouse button" }),
  ),
  click_type: Type.Optional(
    Type.Enum(["down", "up", "click"], { default: "click", description: "Press only, release only, or both" }),
  ),
  num_clicks: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 1, description: "Clicks in a row" })),
  hold_keys: holdKeys,
};

const moveMouse = {
  x: pixel("Distance from the left edge in CSS pixels"),
  y: pixel("Distance from the top edge in CSS pixels"),
  hold_keys: holdKeys,
  smooth: Type.Optional(Type.Boolean({ default: true, description: "Move as a hand does, over time" })),
  duration_ms: Type.Optional(
    Type.Integer({ minimum: 50, maximum: 5000, description: "Milliseconds a smooth movement takes" }),
  ),
};

const point = Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 });

const dragMouse = {
  path: Type.Array(point, { minItems: 2, maxItems: 10_000, description: "Points [x, y] to drag along, in CSS pixels" }),
  button: Type.Optional(Type.Enum(["left", "middle", "right"], { default: "left", description: "Mouse button" })),
  delay: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 60_000, default: 0, description: "Milliseconds between press and movement" }),
  ),
  smooth: Type.Optional(Type.Boolean({ default: true, description: "Move as a hand does, over time" })),
  duration_ms: Type.Optional(
    Type.Integer({ minimum: 50, maximum: 10_000, description: "Milliseconds a smooth movement takes" }),
  ),
  steps_per_segment: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, default: 10, description: "Steps from point to point when not smooth" }),
  ),
  step_delay_ms: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10_000, default: 50, description: "Milliseconds per step when not smooth" }),
  ),
  hold_keys: holdKeys,
};

const scroll = {
  x: pixel("Distance from the left edge in CSS pixels"),
  y: pixel("Distance from the top edge in CSS pixels"),
  delta_x: Type.Optional(
    Type.Integer({ minimum: -10_000, maximum: 10_000, default: 0, description: "Wheel units; more than 0 is right" }),
  ),
  delta_y: Type.Optional(
    Type.Integer({ minimum: -10_000, maximum: 10_000, default: 0, description: "Wheel units; more than 0 is down" }),
  ),
  hold_keys: holdKeys,
};

const pressKey = {
  keys: Type.Array(Text({ minLength: 1 }), {
    minItems: 1,
    maxItems: 1000,
    description: "Keys by their X11 names, or combinations such as Ctrl+t",
  }),
  duration: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 60_000, default: 0, description: "Milliseconds each key is held" }),
  ),
  hold_keys: holdKeys,
};

const typeText = {
  text: Type.String({ maxLength: 1_000_000, description: "Text to type", "x-secret": true }),
  delay: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 60_000, default: 0, description: "Milliseconds between keystrokes" }),
  ),
};

const setCursor = { hidden: Type.Boolean({ description: "Hide the mouse pointer" }) };

const sleep = {
  duration_ms: Type.Integer({ minimum: 0, maximum: 60_000, description: "Milliseconds to wait" }),
};

const Action = Type.Object(
  {
    type: Type.Enum(
      ["click_mouse", "move_mouse", "type_text", "press_key", "scroll", "drag_mouse", "set_cursor", "sleep"],
      { description: "What to do; its parameters are the property of the same name" },
    ),
    click_mouse: Type.Optional(body(clickMouse)),
    move_mouse: Type.Optional(body(moveMouse)),
    type_text: Type.Optional(body(typeText)),
    press_key: Type.Optional(body(pressKey)),
    scroll: Type.Optional(body(scroll)),
    drag_mouse: Type.Optional(body(dragMouse)),
    set_cursor: Type.Optional(body(setCursor)),
    sleep: Type.Optional(body(sleep)),
  },
  { ...closed, minProperties: 2, maxProperties: 2 },
);

const ok = Type.Object({ ok: Type.Boolean({ description: "Whether it was done" }) });
const inputErrors = ["dialog_open", "input_busy", "page_closed", "page_crashed", "page_not_responding"] as const;

export const computerOperations = [
  operation({
    id: "computer.click",
    area: "computer",
    method: "POST",
    path: "/browsers/{id}/computer/click_mouse",
    summary: "Click at a point",
    source: "contract 2.4",
    params: browserId,
    body: body(clickMouse),
    response: { kind: "empty", status: 200 },
    errors: inputErrors,
    idempotent: false,
  }),
  operation({
    id: "computer.move",
    area: "computer",
    method: "POST",
    path: "/browsers/{id}/computer/move_mouse",
    summary: "Move the mouse to a point",
    source: "contract 2.4",
    params: browserId,
    body: body(moveMouse),
    response: { kind: "empty", status: 200 },
    errors: inputErrors,
    idempotent: false,
  }),
  operation({
    id: "computer.drag",
    area: "computer",
    method: "POST",
    path: "/browsers/{id}/computer/drag_mouse",
    summary: "Drag the mouse along points",
    source: "contract 2.4",
    params: browserId,
    body: body(dragMouse),
    response: { kind: "empty", status: 200 },
    errors: inputErrors,
    idempotent: false,
  }),
  operation({
    id: "computer.scroll",
    area: "computer",
    method: "POST",
    path: "/browsers/{id}/computer/scroll",
    summary: "Turn the mouse wheel at a point",
    source: "contract 2.4",
    params: browserId,
    body: body(scroll),
    response: { kind: "empty", status: 200 },
    errors: inputErrors,
    idempotent: false,
    assumed: [
      "one wheel unit scrolls as one notch of a mouse wheel does: 120 CSS pixels; the page hears of all units in one event",
    ],
  }),
  operation({
    id: "computer.press",
    area: "computer",
    method: "POST",
    path: "/browsers/{id}/computer/press_key",
    summary: "Press keys",
    source: "contract 2.4",
    params: browserId,
    body: body(pressKey),
    response: { kind: "empty", status: 200 },
    errors: inputErrors,
    idempotent: false,
    assumed: [
      "keys are pressed one after the other; the names of the web are taken too, and case does not matter in a longer name",
      "with Ctrl, Alt or Super a capital letter is the same key as the small one",
      "Ctrl+t, Ctrl+n, Ctrl+w, reload, back and forward do what they do in a browser with a window",
    ],
  }),
  operation({
    id: "computer.type",
    area: "computer",
    method: "POST",
    path: "/browsers/{id}/computer/type",
    summary: "Type text",
    source: "spec 4.7, contract 1.7",
    params: browserId,
    body: body(typeText),
    response: { kind: "empty", status: 200 },
    errors: inputErrors,
    idempotent: false,
    assumed: [
      "characters of the US layout are key events, others are inserted one grapheme at a time, newline is Enter, tab is the Tab key",
      "characters times delay may be 10 minutes at most",
    ],
  }),
  operation({
    id: "computer.cursor",
    area: "computer",
    method: "POST",
    path: "/browsers/{id}/computer/cursor",
    summary: "Hide or show the mouse pointer",
    source: "spec 4.8, contract 1.8",
    params: browserId,
    body: body(setCursor),
    response: { kind: "json", status: 200, schema: ok },
    errors: inputErrors,
    idempotent: false,
  }),
  operation({
    id: "computer.screenshot",
    area: "computer",
    method: "POST",
    path: "/browsers/{id}/computer/screenshot",
    summary: "Take a screenshot of the session's page",
    source: "contract 2.4",
    params: browserId,
    body: body({
      region: Type.Optional(
        Type.Object(
          {
            x: pixel("Left edge in CSS pixels"),
            y: pixel("Top edge in CSS pixels"),
            width: pixel("Width in CSS pixels", 1),
            height: pixel("Height in CSS pixels", 1),
          },
          { ...closed, description: "Part of the page area; all of it when omitted" },
        ),
      ),
    }),
    bodyOptional: true,
    response: { kind: "file", status: 200, contentType: "image/png", formats: ["png"] },
    errors: ["dialog_open", "page_crashed", "page_not_responding"],
    idempotent: false,
  }),
  operation({
    id: "computer.mousePosition",
    area: "computer",
    method: "POST",
    path: "/browsers/{id}/computer/get_mouse_position",
    summary: "Show where the mouse is",
    source: "contract 2.4",
    params: browserId,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({ x: Type.Integer(), y: Type.Integer() }),
    },
    errors: [],
    idempotent: false,
    assumed: ["a session whose mouse was never moved has it at 0, 0"],
  }),
  operation({
    id: "computer.clipboardRead",
    area: "computer",
    method: "POST",
    path: "/browsers/{id}/computer/clipboard/read",
    summary: "Print the text on the session's clipboard",
    source: "spec 4.9, contract 1.9",
    params: browserId,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({ text: Type.String({ description: "Text on the clipboard; empty when there is none" }) }),
    },
    errors: ["clipboard_not_responding", "input_busy"],
    idempotent: false,
    assumed: ["line ends are as they were written; text alone, up to 10 MB"],
  }),
  operation({
    id: "computer.clipboardWrite",
    area: "computer",
    method: "POST",
    path: "/browsers/{id}/computer/clipboard/write",
    summary: "Put text on the session's clipboard",
    source: "contract 2.4",
    params: browserId,
    body: body({
      text: Type.String({ maxLength: 10_485_760, description: "Text for the clipboard", "x-secret": true }),
    }),
    response: { kind: "empty", status: 200 },
    errors: ["clipboard_not_responding", "input_busy"],
    idempotent: false,
  }),
  operation({
    id: "computer.batch",
    area: "computer",
    method: "POST",
    path: "/browsers/{id}/computer/batch",
    summary: "Do several things in a row, undisturbed",
    description: "No other input of the session comes in between; the first thing that fails ends the batch.",
    source: "contract 2.4",
    params: browserId,
    body: body({ actions: Type.Array(Action, { minItems: 1, maxItems: 1000, description: "What to do, in order" }) }),
    response: { kind: "empty", status: 200 },
    errors: inputErrors,
    idempotent: false,
  }),
] as const;
