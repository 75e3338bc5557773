/** Key of the US keyboard layout, as a page receives it. */
export interface Key {
  /** `KeyboardEvent.code`. */
  code: string;
  /** `KeyboardEvent.key` without Shift, and with it where that differs. */
  key: string;
  shiftKey?: string;
  /** Windows virtual key code, which is also `KeyboardEvent.keyCode`. */
  virtualKey: number;
  /** Text that the key writes: `key` itself for a character; absent for a key that writes nothing. */
  text?: string;
  shiftText?: string;
  /** `KeyboardEvent.location`: 1 is left, 2 is right, 3 the numeric keypad. */
  location?: 1 | 2 | 3;
  /** Bit of the key in the modifiers of CDP input commands. */
  modifier?: number;
}

export const MODIFIERS = { alt: 1, control: 2, meta: 4, shift: 8 } as const;

const symbols: readonly (readonly [code: string, plain: string, shifted: string, virtualKey: number])[] = [
  ["Backquote", "`", "~", 192],
  ["Minus", "-", "_", 189],
  ["Equal", "=", "+", 187],
  ["BracketLeft", "[", "{", 219],
  ["Backslash", "\\", "|", 220],
  ["BracketRight", "]", "}", 221],
  ["Semicolon", ";", ":", 186],
  ["Quote", "'", '"', 222],
  ["Comma", ",", "<", 188],
  ["Period", ".", ">", 190],
  ["Slash", "/", "?", 191],
  ...[...")!@#$%^&*("].map((shifted, digit) => [`Digit${digit}`, `${digit}`, shifted, 48 + digit] as const),
  ...[..."abcdefghijklmnopqrstuvwxyz"].map((letter, index) => {
    const upper = letter.toUpperCase();
    return [`Key${upper}`, letter, upper, 65 + index] as const;
  }),
];

/** A character that the US layout can write: its key, and whether Shift is held for it. */
export interface Stroke {
  key: Key;
  shift: boolean;
}

/** Every printable ASCII character, with the key that writes it. */
export const strokes: ReadonlyMap<string, Stroke> = new Map(
  symbols
    .flatMap(([code, plain, shifted, virtualKey]): [string, Stroke][] => {
      const key: Key = { code, key: plain, shiftKey: shifted, virtualKey, text: plain, shiftText: shifted };
      return [
        [plain, { key, shift: false }],
        [shifted, { key, shift: true }],
      ];
    })
    .concat([[" ", { key: { code: "Space", key: " ", virtualKey: 32, text: " " }, shift: false }]]),
);

const modifier = (key: string, side: "Left" | "Right", virtualKey: number, bit: number): Key => ({
  code: `${key}${side}`,
  key,
  virtualKey,
  location: side === "Left" ? 1 : 2,
  modifier: bit,
});

const plainKey = (key: string, virtualKey: number, code = key): Key => ({ code, key, virtualKey });
const keypadKey = (code: string, key: string, virtualKey: number, text?: string): Key => ({
  code,
  key,
  virtualKey,
  location: 3,
  ...(text !== undefined && { text }),
});

export const enterKey: Key = { code: "Enter", key: "Enter", virtualKey: 13, text: "\r" };
export const tabKey: Key = plainKey("Tab", 9);
export const shiftKey: Key = modifier("Shift", "Left", 16, MODIFIERS.shift);

/** Names that belong to one key; the first is X11's (contract 2.4), the others are the web's and the usual ones. */
const named: readonly (readonly [names: string, key: Key])[] = [
  ["Return Enter", enterKey],
  ["Tab", tabKey],
  ["BackSpace", plainKey("Backspace", 8)],
  ["Delete Del", plainKey("Delete", 46)],
  ["Escape Esc", plainKey("Escape", 27)],
  ["Insert", plainKey("Insert", 45)],
  ["Home", plainKey("Home", 36)],
  ["End", plainKey("End", 35)],
  ["Page_Up Prior PageUp", plainKey("PageUp", 33)],
  ["Page_Down Next PageDown", plainKey("PageDown", 34)],
  ["Left ArrowLeft", plainKey("ArrowLeft", 37)],
  ["Up ArrowUp", plainKey("ArrowUp", 38)],
  ["Right ArrowRight", plainKey("ArrowRight", 39)],
  ["Down ArrowDown", plainKey("ArrowDown", 40)],
  ["Shift_L Shift", shiftKey],
  ["Shift_R", modifier("Shift", "Right", 16, MODIFIERS.shift)],
  ["Control_L Control Ctrl", modifier("Control", "Left", 17, MODIFIERS.control)],
  ["Control_R", modifier("Control", "Right", 17, MODIFIERS.control)],
  ["Alt_L Alt Option", modifier("Alt", "Left", 18, MODIFIERS.alt)],
  ["Alt_R", modifier("Alt", "Right", 18, MODIFIERS.alt)],
  ["Super_L Super Meta Meta_L Win Cmd Command", modifier("Meta", "Left", 91, MODIFIERS.meta)],
  ["Super_R Meta_R", modifier("Meta", "Right", 92, MODIFIERS.meta)],
  ["ISO_Level3_Shift AltGr AltGraph", { code: "AltRight", key: "AltGraph", virtualKey: 225, location: 2 }],
  ["Caps_Lock CapsLock", plainKey("CapsLock", 20)],
  ["Num_Lock NumLock", plainKey("NumLock", 144)],
  ["Scroll_Lock ScrollLock", plainKey("ScrollLock", 145)],
  ["Print PrintScreen", plainKey("PrintScreen", 44)],
  ["Pause", plainKey("Pause", 19)],
  ["Menu ContextMenu", plainKey("ContextMenu", 93)],
  ["Help", plainKey("Help", 47)],
  ...Array.from({ length: 24 }, (_, index) => [`F${index + 1}`, plainKey(`F${index + 1}`, 112 + index)] as const),
  ...Array.from({ length: 10 }, (_, digit) => {
    return [`KP_${digit}`, keypadKey(`Numpad${digit}`, `${digit}`, 96 + digit, `${digit}`)] as const;
  }),
  ["KP_Multiply", keypadKey("NumpadMultiply", "*", 106, "*")],
  ["KP_Add", keypadKey("NumpadAdd", "+", 107, "+")],
  ["KP_Subtract", keypadKey("NumpadSubtract", "-", 109, "-")],
  ["KP_Decimal", keypadKey("NumpadDecimal", ".", 110, ".")],
  ["KP_Divide", keypadKey("NumpadDivide", "/", 111, "/")],
  ["KP_Enter", keypadKey("NumpadEnter", "Enter", 13, "\r")],
  ["KP_Equal", keypadKey("NumpadEqual", "=", 187, "=")],
  ["KP_Insert", keypadKey("Numpad0", "Insert", 45)],
  ["KP_End", keypadKey("Numpad1", "End", 35)],
  ["KP_Down", keypadKey("Numpad2", "ArrowDown", 40)],
  ["KP_Next KP_Page_Down", keypadKey("Numpad3", "PageDown", 34)],
  ["KP_Left", keypadKey("Numpad4", "ArrowLeft", 37)],
  ["KP_Begin", keypadKey("Numpad5", "Clear", 12)],
  ["KP_Right", keypadKey("Numpad6", "ArrowRight", 39)],
  ["KP_Home", keypadKey("Numpad7", "Home", 36)],
  ["KP_Up", keypadKey("Numpad8", "ArrowUp", 38)],
  ["KP_Prior KP_Page_Up", keypadKey("Numpad9", "PageUp", 33)],
  ["KP_Delete", keypadKey("NumpadDecimal", "Delete", 46)],
  ["XF86Back BrowserBack", plainKey("BrowserBack", 166)],
  ["XF86Forward BrowserForward", plainKey("BrowserForward", 167)],
  ["XF86Reload XF86Refresh BrowserRefresh", plainKey("BrowserRefresh", 168)],
  ["XF86Stop BrowserStop", plainKey("BrowserStop", 169)],
  ["XF86Search BrowserSearch", plainKey("BrowserSearch", 170)],
  ["XF86Favorites BrowserFavorites", plainKey("BrowserFavorites", 171)],
  ["XF86HomePage BrowserHome", plainKey("BrowserHome", 172)],
  ["XF86AudioMute AudioVolumeMute", plainKey("AudioVolumeMute", 173)],
  ["XF86AudioLowerVolume AudioVolumeDown", plainKey("AudioVolumeDown", 174)],
  ["XF86AudioRaiseVolume AudioVolumeUp", plainKey("AudioVolumeUp", 175)],
  ["XF86AudioNext MediaTrackNext", plainKey("MediaTrackNext", 176)],
  ["XF86AudioPrev MediaTrackPrevious", plainKey("MediaTrackPrevious", 177)],
  ["XF86AudioStop MediaStop", plainKey("MediaStop", 178)],
  ["XF86AudioPlay MediaPlayPause", plainKey("MediaPlayPause", 179)],
];

/** X11's names of ASCII characters. */
const characterNames =
  "space exclam quotedbl numbersign dollar percent ampersand apostrophe parenleft parenright asterisk plus comma minus " +
  "period slash 0 1 2 3 4 5 6 7 8 9 colon semicolon less equal greater question at";
const laterNames: Readonly<Record<string, string>> = {
  bracketleft: "[",
  backslash: "\\",
  bracketright: "]",
  asciicircum: "^",
  underscore: "_",
  grave: "`",
  quoteleft: "`",
  quoteright: "'",
  braceleft: "{",
  bar: "|",
  braceright: "}",
  asciitilde: "~",
};

/** Every key that has a name, by each of its names. */
export const namedKeys: ReadonlyMap<string, Stroke> = new Map([
  ...named.flatMap(([names, key]) => names.split(" ").map((name): [string, Stroke] => [name, { key, shift: false }])),
  ["ISO_Left_Tab", { key: tabKey, shift: true }] satisfies [string, Stroke],
  ...characterNames.split(" ").flatMap((name, index): [string, Stroke][] => {
    const stroke = strokes.get(String.fromCharCode(32 + index));
    return name.length > 1 && stroke ? [[name, stroke]] : [];
  }),
  ...Object.entries(laterNames).flatMap(([name, character]): [string, Stroke][] => {
    const stroke = strokes.get(character);
    return stroke ? [[name, stroke]] : [];
  }),
]);
