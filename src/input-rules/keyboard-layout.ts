import { type UsKey, usKeys } from "./us-keys.ts";

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

type Code = keyof typeof usKeys;

/** Key of the US layout with its values without Shift, and without Num Lock on the numeric keypad. */
function usKey(code: Code, own: Partial<Key> = {}): Key {
  const { key, keyCode, location, text }: UsKey = usKeys[code];
  return { code, key, virtualKey: keyCode, ...(location && { location }), ...(text !== undefined && { text }), ...own };
}

/** A character that the US layout can write: its key, and whether Shift is held for it. */
export interface Stroke {
  key: Key;
  shift: boolean;
}

/** Every printable ASCII character, with the key that writes it. */
export const strokes: ReadonlyMap<string, Stroke> = new Map(
  Object.entries<UsKey>(usKeys).flatMap(
    ([code, { key: plain, keyCode, shiftKey: shifted, location }]): [string, Stroke][] => {
      if (plain.length !== 1 || location !== undefined) return [];
      if (shifted === undefined)
        return [[plain, { key: { code, key: plain, virtualKey: keyCode, text: plain }, shift: false }]];
      const key: Key = { code, key: plain, shiftKey: shifted, virtualKey: keyCode, text: plain, shiftText: shifted };
      return [
        [plain, { key, shift: false }],
        [shifted, { key, shift: true }],
      ];
    },
  ),
);

/** Key of the numeric keypad that writes its character. */
const keypadCharacter = (code: Code): Key => {
  const { key, keyCode, shiftKey: text = key, shiftKeyCode = keyCode }: UsKey = usKeys[code];
  return { code, key: text, virtualKey: shiftKeyCode, location: 3, text };
};

/** Key that the US layout lacks: its `code` is its `key`. */
const otherKey = (key: string, virtualKey: number): Key => ({ code: key, key, virtualKey });

export const enterKey: Key = usKey("Enter");
export const tabKey: Key = usKey("Tab");
export const shiftKey: Key = usKey("ShiftLeft", { modifier: MODIFIERS.shift });

/** Names that belong to one key; the first is X11's (contract 2.4), the others are the web's and the usual ones. */
const named: readonly (readonly [names: string, key: Key])[] = [
  ["Return Enter", enterKey],
  ["Tab", tabKey],
  ["BackSpace", usKey("Backspace")],
  ["Delete Del", usKey("Delete")],
  ["Escape Esc", usKey("Escape")],
  ["Insert", usKey("Insert")],
  ["Home", usKey("Home")],
  ["End", usKey("End")],
  ["Page_Up Prior PageUp", usKey("PageUp")],
  ["Page_Down Next PageDown", usKey("PageDown")],
  ["Left ArrowLeft", usKey("ArrowLeft")],
  ["Up ArrowUp", usKey("ArrowUp")],
  ["Right ArrowRight", usKey("ArrowRight")],
  ["Down ArrowDown", usKey("ArrowDown")],
  ["Shift_L Shift", shiftKey],
  ["Shift_R", usKey("ShiftRight", { modifier: MODIFIERS.shift })],
  ["Control_L Control Ctrl", usKey("ControlLeft", { modifier: MODIFIERS.control })],
  ["Control_R", usKey("ControlRight", { modifier: MODIFIERS.control })],
  ["Alt_L Alt Option", usKey("AltLeft", { modifier: MODIFIERS.alt })],
  ["Alt_R", usKey("AltRight", { modifier: MODIFIERS.alt })],
  ["Super_L Super Meta Meta_L Win Cmd Command", usKey("MetaLeft", { modifier: MODIFIERS.meta })],
  ["Super_R Meta_R", usKey("MetaRight", { modifier: MODIFIERS.meta })],
  ["ISO_Level3_Shift AltGr AltGraph", { code: "AltRight", key: "AltGraph", virtualKey: 225, location: 2 }],
  ["Caps_Lock CapsLock", usKey("CapsLock")],
  ["Num_Lock NumLock", usKey("NumLock")],
  ["Scroll_Lock ScrollLock", usKey("ScrollLock")],
  ["Print PrintScreen", usKey("PrintScreen")],
  ["Pause", usKey("Pause")],
  ["Menu ContextMenu", usKey("ContextMenu")],
  ["Help", usKey("Help", { virtualKey: 47 })],
  ...Array.from({ length: 24 }, (_, index) => [`F${index + 1}`, usKey(`F${index + 1}` as Code)] as const),
  ...Array.from({ length: 10 }, (_, digit) => {
    return [`KP_${digit}`, keypadCharacter(`Numpad${digit}` as Code)] as const;
  }),
  ["KP_Multiply", keypadCharacter("NumpadMultiply")],
  ["KP_Add", keypadCharacter("NumpadAdd")],
  ["KP_Subtract", keypadCharacter("NumpadSubtract")],
  ["KP_Decimal", keypadCharacter("NumpadDecimal")],
  ["KP_Divide", keypadCharacter("NumpadDivide")],
  ["KP_Enter", usKey("NumpadEnter")],
  ["KP_Equal", keypadCharacter("NumpadEqual")],
  ["KP_Insert", usKey("Numpad0")],
  ["KP_End", usKey("Numpad1")],
  ["KP_Down", usKey("Numpad2")],
  ["KP_Next KP_Page_Down", usKey("Numpad3")],
  ["KP_Left", usKey("Numpad4")],
  ["KP_Begin", usKey("Numpad5")],
  ["KP_Right", usKey("Numpad6")],
  ["KP_Home", usKey("Numpad7")],
  ["KP_Up", usKey("Numpad8")],
  ["KP_Prior KP_Page_Up", usKey("Numpad9")],
  ["KP_Delete", usKey("NumpadDecimal", { key: "Delete" })],
  ["XF86Back BrowserBack", otherKey("BrowserBack", 166)],
  ["XF86Forward BrowserForward", otherKey("BrowserForward", 167)],
  ["XF86Reload XF86Refresh BrowserRefresh", otherKey("BrowserRefresh", 168)],
  ["XF86Stop BrowserStop", otherKey("BrowserStop", 169)],
  ["XF86Search BrowserSearch", otherKey("BrowserSearch", 170)],
  ["XF86Favorites BrowserFavorites", otherKey("BrowserFavorites", 171)],
  ["XF86HomePage BrowserHome", otherKey("BrowserHome", 172)],
  ["XF86AudioMute AudioVolumeMute", usKey("AudioVolumeMute")],
  ["XF86AudioLowerVolume AudioVolumeDown", usKey("AudioVolumeDown")],
  ["XF86AudioRaiseVolume AudioVolumeUp", usKey("AudioVolumeUp")],
  ["XF86AudioNext MediaTrackNext", usKey("MediaTrackNext")],
  ["XF86AudioPrev MediaTrackPrevious", usKey("MediaTrackPrevious")],
  ["XF86AudioStop MediaStop", usKey("MediaStop")],
  ["XF86AudioPlay MediaPlayPause", usKey("MediaPlayPause")],
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
