import Type, { type TProperties } from "typebox";
import { closed, Text } from "./common.ts";

export const body = <const P extends TProperties>(properties: P) => Type.Object(properties, closed);

export const pixel = (description: string, minimum = 0) => Type.Integer({ minimum, description });
const holdKeys = Type.Optional(
  Type.Array(Text({ minLength: 1 }), { description: "Keys to hold down meanwhile, such as Shift or Ctrl" }),
);

export const clickMouse = {
  x: pixel("Distance from the left edge of the screen in pixels"),
  y: pixel("Distance from the top edge of the screen in pixels"),
  button: Type.Optional(
    Type.Enum(["left", "right", "middle", "back", "forward"], { default: "left", description: "Mouse button" }),
  ),
  click_type: Type.Optional(
    Type.Enum(["down", "up", "click"], { default: "click", description: "Press only, release only, or both" }),
  ),
  num_clicks: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 1, description: "Clicks in a row" })),
  hold_keys: holdKeys,
};

export const moveMouse = {
  x: pixel("Distance from the left edge of the screen in pixels"),
  y: pixel("Distance from the top edge of the screen in pixels"),
  hold_keys: holdKeys,
  smooth: Type.Optional(Type.Boolean({ default: true, description: "Move gradually, as a hand does" })),
  duration_ms: Type.Optional(
    Type.Integer({ minimum: 50, maximum: 5000, description: "Milliseconds a smooth movement takes" }),
  ),
};

const point = Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 });

export const dragMouse = {
  path: Type.Array(point, {
    minItems: 2,
    maxItems: 10_000,
    description: "Points [x, y] to drag along, in pixels of the screen",
    "x-items": "points",
  }),
  button: Type.Optional(Type.Enum(["left", "middle", "right"], { default: "left", description: "Mouse button" })),
  delay: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 60_000, default: 0, description: "Milliseconds between press and movement" }),
  ),
  smooth: Type.Optional(Type.Boolean({ default: true, description: "Move gradually, as a hand does" })),
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

export const scroll = {
  x: pixel("Distance from the left edge of the screen in pixels"),
  y: pixel("Distance from the top edge of the screen in pixels"),
  delta_x: Type.Optional(
    Type.Integer({ minimum: -10_000, maximum: 10_000, default: 0, description: "Wheel units; more than 0 is right" }),
  ),
  delta_y: Type.Optional(
    Type.Integer({ minimum: -10_000, maximum: 10_000, default: 0, description: "Wheel units; more than 0 is down" }),
  ),
  hold_keys: holdKeys,
};

export const pressKey = {
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

export const typeText = {
  text: Type.String({ description: "Text to type", "x-secret": true }),
  delay: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: "Milliseconds between keystrokes" })),
};

export const setCursor = { hidden: Type.Boolean({ description: "Hide the mouse pointer" }) };

const sleep = {
  duration_ms: Type.Integer({ minimum: 0, maximum: 60_000, description: "Milliseconds to wait" }),
};

export const Action = Type.Object(
  {
    type: Type.Enum(
      ["click_mouse", "move_mouse", "type_text", "press_key", "scroll", "drag_mouse", "set_cursor", "sleep"],
      { description: "Kind of action; its parameters are the property of the same name" },
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
