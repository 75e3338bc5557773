/** Colours of a text for a terminal; each gives its text back unchanged where colour is off. */
export interface Palette {
  readonly heading: (text: string) => string;
  /** Good state, such as `running`. */
  readonly good: (text: string) => string;
  /** Transient state, such as `queued`. */
  readonly busy: (text: string) => string;
  /** A failure. */
  readonly bad: (text: string) => string;
  /** Name of a member in JSON. */
  readonly key: (text: string) => string;
  /** A string in JSON. */
  readonly string: (text: string) => string;
  /** A number, `true`, `false` or `null` in JSON. */
  readonly literal: (text: string) => string;
}

const same = (text: string): string => text;

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

const tones: Readonly<Record<string, "good" | "busy" | "bad">> = {
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
};

/** Colours the name of a state by its meaning. An unknown state stays plain. */
export function paintState(state: string, palette: Palette): string {
  const word = state.toLowerCase();
  const tone = Object.hasOwn(tones, word) ? tones[word] : undefined;
  return tone === undefined ? state : palette[tone](state);
}

/** JSON text with coloured names, strings and literals. The characters of the text stay as they are. */
export function paintJson(text: string, palette: Palette): string {
  return text.replace(
    /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\btrue\b|\bfalse\b|\bnull\b/g,
    (match: string, quoted: string | undefined, colon: string | undefined) => {
      if (quoted === undefined) return palette.literal(match);
      return colon === undefined ? palette.string(quoted) : `${palette.key(quoted)}${colon}`;
    },
  );
}
