import { expect, test } from "vitest";
import { keystrokes } from "../../../src/service/input/keystrokes.ts";

test("a text is split into keys of the layout and graphemes that no key writes", () => {
  const strokes = [...keystrokes("aB\r\n\té👩‍👩‍👧e\u0301")].map((stroke) =>
    "key" in stroke ? `${stroke.shift ? "Shift+" : ""}${stroke.key.code}` : stroke.insert,
  );
  expect(strokes).toEqual(["KeyA", "Shift+KeyB", "Enter", "Tab", "é", "👩‍👩‍👧", "e\u0301"]);
});
