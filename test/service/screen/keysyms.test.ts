import { describe, expect, test } from "vitest";
import { namedKeys } from "../../../src/input-rules/keyboard-layout.ts";
import { keysymOf } from "../../../src/service/screen/keysyms.ts";

describe("keysyms", () => {
  test("every key that has a name has a keysym", () => {
    for (const [name, { key, shift }] of namedKeys) expect.soft(keysymOf(key, shift), name).toBeGreaterThan(0);
  });

  test.each([
    ["Return", 0xff0d],
    ["Page_Up", 0xff55],
    ["F24", 0xffd5],
    ["KP_7", 0xffb7],
    ["KP_Home", 0xff95],
    ["KP_Delete", 0xff9f],
    ["ISO_Level3_Shift", 0xfe03],
    ["Super_R", 0xffec],
    ["XF86Back", 0x1008ff26],
    ["plus", 0x2b],
    ["question", 0x3f],
  ])("the keysym of %s is that of X11", (name, keysym) => {
    const stroke = namedKeys.get(name);
    expect(stroke && keysymOf(stroke.key, stroke.shift)).toBe(keysym);
  });
});
