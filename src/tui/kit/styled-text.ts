/** Attributes that an SGR sequence can set. Each holds the numbers that set it. */
type Slot = "bold" | "dim" | "italic" | "underline" | "inverse" | "strike" | "overline" | "fg" | "bg";

/** Style of characters. */
export type Style = Readonly<Partial<Record<Slot, string>>>;

/** A text without sequences, and the style from each index on. */
export interface StyledText {
  readonly plain: string;
  readonly runs: readonly { readonly from: number; readonly style: Style }[];
}

const none: Style = {};

/** Separates a text from its SGR sequences. Expects the output of `sanitizeKeepingColour`, which has no other sequences. */
export function parseStyled(text: string): StyledText {
  if (!text.includes("\u001b")) return { plain: text, runs: [] };
  const runs: { from: number; style: Style }[] = [];
  let plain = "";
  let style = none;
  let done = 0;
  for (const match of text.matchAll(/\u001b\[([0-9;:]*)m/g)) {
    plain += text.slice(done, match.index);
    done = match.index + match[0].length;
    style = changed(style, match[1] ?? "");
    if (runs.at(-1)?.from === plain.length) runs.pop();
    runs.push({ from: plain.length, style });
  }
  return { plain: plain + text.slice(done), runs };
}

const simple: Readonly<Record<number, readonly [Slot, string]>> = {
  1: ["bold", "1"],
  2: ["dim", "2"],
  3: ["italic", "3"],
  4: ["underline", "4"],
  7: ["inverse", "7"],
  9: ["strike", "9"],
  21: ["underline", "4"],
  53: ["overline", "53"],
};

const ends: Readonly<Record<number, readonly Slot[]>> = {
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  27: ["inverse"],
  29: ["strike"],
  39: ["fg"],
  49: ["bg"],
  55: ["overline"],
};

function changed(before: Style, numbers: string): Style {
  let style: Partial<Record<Slot, string>> = { ...before };
  const parts = numbers.split(";");
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? "";
    const number = Number.parseInt(part || "0", 10);
    if (number === 38 || number === 48 || number === 58) {
      const long = part.includes(":") ? part.split(":") : parts.slice(at, at + (parts[at + 1] === "5" ? 3 : 5));
      if (!part.includes(":")) at += long.length - 1;
      // The second number is the colour space, which is unused.
      if (long.length === 6) long.splice(2, 1);
      // Underline colours are dropped: not every terminal understands them.
      if (number !== 58) style[number === 38 ? "fg" : "bg"] = long.join(";");
      continue;
    }
    const set = simple[number];
    if (part === "4:0") delete style.underline;
    else if (number === 0) style = {};
    else if (set) style[set[0]] = set[1];
    else if ((number >= 30 && number <= 37) || (number >= 90 && number <= 97)) style.fg = String(number);
    else if ((number >= 40 && number <= 47) || (number >= 100 && number <= 107)) style.bg = String(number);
    else for (const slot of ends[number] ?? []) delete style[slot];
  }
  return style;
}

/** Applies a style to a text. Without `colour`, only bold, dim and inverse are applied. */
export function paint(text: string, style: Style, colour: boolean): string {
  const codes = colour
    ? Object.values(style)
    : [style.bold, style.dim, style.inverse].filter((code) => code !== undefined);
  // One sequence per code: Ink parses each by itself.
  return codes.length === 0 || text === ""
    ? text
    : `${codes.map((code) => `\u001b[${code}m`).join("")}${text}\u001b[0m`;
}
