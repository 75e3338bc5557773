/** Modifiers by their X11 key symbol. */
const modifiers: ReadonlyMap<number, string> = new Map([
  [0xffe1, "Shift"],
  [0xffe2, "Shift"],
  [0xffe3, "Ctrl"],
  [0xffe4, "Ctrl"],
  [0xffe7, "Super"],
  [0xffe8, "Super"],
  [0xffe9, "Alt"],
  [0xffea, "Alt"],
  [0xffeb, "Super"],
  [0xffec, "Super"],
]);

const named: ReadonlyMap<number, string> = new Map([
  [0xff08, "BackSpace"],
  [0xff09, "Tab"],
  [0xff0d, "Return"],
  [0xff8d, "Return"],
  [0xff1b, "Escape"],
  [0xff50, "Home"],
  [0xff51, "Left"],
  [0xff52, "Up"],
  [0xff53, "Right"],
  [0xff54, "Down"],
  [0xff55, "Page_Up"],
  [0xff56, "Page_Down"],
  [0xff57, "End"],
  [0xff63, "Insert"],
  [0xffff, "Delete"],
  ...Array.from({ length: 12 }, (_, index): [number, string] => [0xffbe + index, `F${index + 1}`]),
]);

/** Text that a key types, or keys that are pressed together. */
export type KeyOutput = { readonly text: string } | { readonly keys: string };

/** Converts presses and releases of keys to texts, and to combinations such as `Ctrl+Shift+t`. */
export class CastKeys {
  readonly #held = new Set<number>();

  /** Undefined for modifiers, releases, and keys that the session does not know. */
  press(keysym: number, down = true): KeyOutput | undefined {
    if (modifiers.has(keysym)) {
      if (down) this.#held.add(keysym);
      else this.#held.delete(keysym);
      return undefined;
    }
    if (!down) return undefined;
    const held = new Set([...this.#held].map((each) => modifiers.get(each)));
    const name = named.get(keysym);
    const text = name === undefined ? character(keysym) : undefined;
    const isTyped = !["Ctrl", "Alt", "Super"].some((modifier) => held.has(modifier));
    if (text !== undefined && isTyped) return { text };
    const key = name ?? text;
    return key === undefined ? undefined : { keys: [...held, key].join("+") };
  }
}

/** Character of a key symbol: Latin-1, or a code point with an offset. */
function character(keysym: number): string | undefined {
  if (keysym >= 0x20 && keysym <= 0xff) return String.fromCodePoint(keysym);
  const codePoint = keysym - 0x01000000;
  return codePoint >= 0x100 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : undefined;
}
