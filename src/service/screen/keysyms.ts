import { table } from "../../core/table.ts";
import type { Key } from "../../input-rules/keyboard-layout.ts";

/** Keysyms (X11's keysymdef.h and XF86keysym.h) of keys that write no character, by their `code`. */
const byCode = table<number>({
  Enter: 0xff0d,
  Tab: 0xff09,
  Backspace: 0xff08,
  Delete: 0xffff,
  Escape: 0xff1b,
  Insert: 0xff63,
  Home: 0xff50,
  End: 0xff57,
  PageUp: 0xff55,
  PageDown: 0xff56,
  ArrowLeft: 0xff51,
  ArrowUp: 0xff52,
  ArrowRight: 0xff53,
  ArrowDown: 0xff54,
  ShiftLeft: 0xffe1,
  ShiftRight: 0xffe2,
  ControlLeft: 0xffe3,
  ControlRight: 0xffe4,
  AltLeft: 0xffe9,
  AltRight: 0xffea,
  MetaLeft: 0xffeb,
  MetaRight: 0xffec,
  CapsLock: 0xffe5,
  NumLock: 0xff7f,
  ScrollLock: 0xff14,
  PrintScreen: 0xff61,
  Pause: 0xff13,
  ContextMenu: 0xff67,
  Help: 0xff6a,
  NumpadEnter: 0xff8d,
  ...Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`F${index + 1}`, 0xffbe + index])),
  BrowserBack: 0x1008ff26,
  BrowserForward: 0x1008ff27,
  BrowserStop: 0x1008ff28,
  BrowserRefresh: 0x1008ff73,
  BrowserSearch: 0x1008ff1b,
  BrowserFavorites: 0x1008ff30,
  BrowserHome: 0x1008ff18,
  AudioVolumeMute: 0x1008ff12,
  AudioVolumeDown: 0x1008ff11,
  AudioVolumeUp: 0x1008ff13,
  MediaTrackNext: 0x1008ff17,
  MediaTrackPrevious: 0x1008ff16,
  MediaStop: 0x1008ff15,
  MediaPlayPause: 0x1008ff14,
});

/** Keys of the numeric keypad, by `code`, when they write a character. */
const keypadCharacters = table<number>({
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [`Numpad${digit}`, 0xffb0 + digit])),
  NumpadMultiply: 0xffaa,
  NumpadAdd: 0xffab,
  NumpadSubtract: 0xffad,
  NumpadDecimal: 0xffae,
  NumpadDivide: 0xffaf,
  NumpadEqual: 0xffbd,
});

/** The same keys without Num Lock. */
const keypadMoves = table<number>({
  Numpad7: 0xff95,
  Numpad4: 0xff96,
  Numpad8: 0xff97,
  Numpad6: 0xff98,
  Numpad2: 0xff99,
  Numpad9: 0xff9a,
  Numpad3: 0xff9b,
  Numpad1: 0xff9c,
  Numpad5: 0xff9d,
  Numpad0: 0xff9e,
  NumpadDecimal: 0xff9f,
});

const ALT_GRAPH = 0xfe03;

/** Keysym that a display maps to a key. The keysym of a character depends on Shift, as on a keyboard. */
export function keysymOf(key: Key, shift: boolean): number {
  if (key.key === "AltGraph") return ALT_GRAPH;
  const keypad = key.text === undefined ? keypadMoves.get(key.code) : keypadCharacters.get(key.code);
  const named = keypad ?? byCode.get(key.code);
  if (named !== undefined) return named;
  const character = (shift ? key.shiftText : undefined) ?? key.text;
  const code = character?.codePointAt(0);
  if (code === undefined) throw new Error(`the key ${key.code} has no keysym`);
  return code;
}
