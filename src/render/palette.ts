import { Styled, type Text } from "../core/styled.ts";
import { table } from "../core/table.ts";

/** Colours of a text for a terminal; each escapes its text, and adds nothing where colour is off. */
export interface Palette {
  readonly heading: (text: Text) => Styled;
  /** Good state, such as `running`. */
  readonly good: (text: Text) => Styled;
  /** Transient state, such as `queued`. */
  readonly busy: (text: Text) => Styled;
  /** A failure. */
  readonly bad: (text: Text) => Styled;
  /** Name of a member in JSON. */
  readonly key: (text: Text) => Styled;
  /** A string in JSON. */
  readonly string: (text: Text) => Styled;
  /** A number, `true`, `false` or `null` in JSON. */
  readonly literal: (text: Text) => Styled;
}

const same = Styled.of;

/** No colour at all. */
export const plain: Palette = {
  heading: same,
  good: same,
  busy: same,
  bad: same,
  key: same,
  string: same,
  literal: same,
};

/** Colours for a stream that supports them, otherwise none. */
export async function paletteOf(colour: boolean): Promise<Palette> {
  if (!colour) return plain;
  const { Chalk } = await import("chalk");
  const { bold, green, yellow, red, blue, cyan } = new Chalk({ level: 1 });
  const by = (style: (text: string) => string) => (text: Text) => Styled.painted(style, text);
  return {
    ...{ heading: by(bold), good: by(green), busy: by(yellow), bad: by(red) },
    ...{ key: by(blue), string: by(green), literal: by(cyan) },
  };
}

const tones = table<"good" | "busy" | "bad">({
  active: "good",
  authenticated: "good",
  ready: "good",
  running: "good",
  succeeded: "good",
  success: "good",
  building: "busy",
  in_progress: "busy",
  pending: "busy",
  queued: "busy",
  starting: "busy",
  uploading: "busy",
  error: "bad",
  expired: "bad",
  failed: "bad",
  needs_auth: "bad",
});

/** Colours the name of a state by its meaning. An unknown state stays plain. */
export function paintState(state: string, palette: Palette): Styled {
  const word = state.toLowerCase();
  const tone = tones.get(word);
  return tone === undefined ? Styled.line(state) : palette[tone](state);
}

/** JSON text with coloured names, strings and literals, otherwise unchanged. */
export function paintJson(text: string, palette: Palette): Styled {
  if (palette === plain) return Styled.of(text);
  const parts: Text[] = [];
  let done = 0;
  for (const match of text.matchAll(tokens)) {
    const [whole, quoted, colon = ""] = match;
    parts.push(text.slice(done, match.index));
    done = match.index + whole.length;
    if (quoted === undefined) parts.push(palette.literal(whole));
    else if (colon === "") parts.push(palette.string(quoted));
    else parts.push(palette.key(quoted), colon);
  }
  return Styled.join([...parts, text.slice(done)]);
}

const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\btrue\b|\bfalse\b|\bnull\b/g;
