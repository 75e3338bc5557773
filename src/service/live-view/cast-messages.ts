import type { CastButton, CastMessage } from "../../live-view/messages.ts";
import { MAX_TEXT } from "../../live-view/messages.ts";
import { MalformedMessageError } from "./malformed-message.ts";

/** Maximum length of the names of keys pressed together, in UTF-16 units. */
const MAX_KEYS = 100;
const BUTTONS: readonly unknown[] = ["left", "middle", "right", "back", "forward"] satisfies CastButton[];

type Fields = Readonly<Record<string, unknown>>;
type Readers = { [Type in CastMessage["type"]]: (fields: Fields) => Omit<CastMessage & { type: Type }, "type"> };

const readers: Readers = {
  drawn: () => ({}),
  text: (fields) => ({ text: text(fields, "text", MAX_TEXT) }),
  key: (fields) => ({ keys: text(fields, "keys", MAX_KEYS) }),
  move: (fields) => point(fields),
  click: (fields) => ({ ...point(fields), button: button(fields), count: number(fields, "count", 1, 3) }),
  press: (fields) => ({ ...point(fields), button: button(fields) }),
  release: (fields) => ({ ...point(fields), button: button(fields) }),
  wheel: (fields) => ({ ...point(fields), deltaX: delta(fields, "deltaX"), deltaY: delta(fields, "deltaY") }),
  clipboard: (fields) => {
    const part = text(fields, "text", MAX_TEXT);
    return fields["more"] === undefined ? { text: part } : { text: part, more: flag(fields, "more") };
  },
  answer: (fields) => {
    const accept = flag(fields, "accept");
    return fields["text"] === undefined ? { accept } : { accept, text: text(fields, "text", MAX_TEXT) };
  },
};

/** Reads a message of a viewer of a cast. Throws a {@link MalformedMessageError} that names the field and the limit. */
export function readCastMessage(data: string): CastMessage {
  const fields = parse(data);
  const { type } = fields;
  if (typeof type !== "string" || !Object.hasOwn(readers, type)) {
    throw new MalformedMessageError(`type must be one of ${Object.keys(readers).join(", ")}`);
  }
  return { type, ...readers[type as CastMessage["type"]](fields) } as CastMessage;
}

function parse(data: string): Fields {
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    throw new MalformedMessageError("a message is not JSON");
  }
  if (typeof message === "object" && message !== null) return message as Fields;
  throw new MalformedMessageError("a message must be an object");
}

function text(fields: Fields, name: string, limit: number): string {
  const value = fields[name];
  if (typeof value !== "string" || !value.isWellFormed()) {
    throw new MalformedMessageError(`${name} must be a text that is valid Unicode`);
  }
  if (value.length > limit) throw new MalformedMessageError(`${name} has ${value.length} characters; at most ${limit}`);
  return value;
}

function flag(fields: Fields, name: string): boolean {
  const value = fields[name];
  if (typeof value === "boolean") return value;
  throw new MalformedMessageError(`${name} must be true or false`);
}

function number(fields: Fields, name: string, least: number, most: number): number {
  const value = fields[name];
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw new MalformedMessageError(`${name} must be a number from ${least} to ${most}`);
}

function delta(fields: Fields, name: string): number {
  return number(fields, name, -100_000, 100_000);
}

function point(fields: Fields): { x: number; y: number } {
  return { x: number(fields, "x", 0, 100_000), y: number(fields, "y", 0, 100_000) };
}

function button(fields: Fields): CastButton {
  if (BUTTONS.includes(fields["button"])) return fields["button"] as CastButton;
  throw new MalformedMessageError(`button must be one of ${BUTTONS.join(", ")}`);
}
