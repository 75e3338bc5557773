import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseKeys } from "../../../src/input-rules/parse-keys.ts";
import { PageDriver } from "../../../src/service/chromium/input/page-driver.ts";
import { activePage } from "../../../src/service/chromium/pages.ts";
import { evaluate, openPage } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";
import { eventLog, type InputBrowser, startInputBrowser } from "./support/input-page.ts";

let browser: InputBrowser;
beforeAll(async () => {
  browser = await startInputBrowser();
});
afterAll(() => browser.stop());

const area = `<textarea id="t" autofocus></textarea>`;
const value = "t.value";

describe("typeText", () => {
  test("typeText writes exactly the text, whatever it contains", async () => {
    const page = await browser.show(area);
    const text = "Hello, Wörld! 日本語 😀👨‍👩‍👧 ñ e\u0301\nline2 A~|\\ €\u00a0\u200b\r\nz\rq\u0001";
    await browser.act("type_text", { text });
    expect(await evaluate(page, value)).toBe(text.replace(/\r\n?/g, "\n"));
  });

  test("typeText keeps the order of many keys and inserted texts", async () => {
    const page = await browser.show(area);
    const text = Array.from({ length: 140 }, (_, index) => "aBé日x😀 "[index % 7] ?? "").join("");
    const wellFormed = text.toWellFormed();
    await browser.act("type_text", { text: wellFormed });
    expect(await evaluate(page, value)).toBe(wellFormed);
  });

  test("typeText types every printable ASCII character with its key", async () => {
    const page = await browser.show(area);
    const text = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("");
    await browser.act("type_text", { text });
    expect(await evaluate(page, value)).toBe(text);
    const downs = (await eventLog(page, "keydown")).filter((line) => !line.includes("Shift"));
    expect(downs).toHaveLength(95);
    expect(downs).toContain("keydown a KeyA 65");
    expect(downs).toContain("keydown A KeyA 65 S");
    expect(downs).toContain("keydown ? Slash 191 S");
    expect(downs).toContain("keydown   Space 32");
  });

  test("typeText gives each key the events of a real one, and inserts the rest without", async () => {
    const page = await browser.show(area);
    await browser.act("type_text", { text: "aBé" });
    expect(await eventLog(page)).toEqual([
      "keydown a KeyA 65",
      "keypress a KeyA 97",
      "input insertText",
      "keyup a KeyA 65",
      "keydown Shift ShiftLeft 16 1 S",
      "keydown B KeyB 66 S",
      "keypress B KeyB 66 S",
      "input insertText",
      "keyup B KeyB 66 S",
      "keyup Shift ShiftLeft 16 1",
      "input insertText",
    ]);
  });

  test("typeText submits at a newline, which is Enter, and a tab moves the focus", async () => {
    const page = await browser.show(
      `<form onsubmit="event.preventDefault(); window.sent = a.value + '|' + b.value"><input id="a" autofocus><input id="b"><button>go</button></form>`,
    );
    await browser.act("type_text", { text: "one\ttwo\n" });
    expect(await evaluate(page, "window.sent")).toBe("one|two");
    expect(await eventLog(page, "keydown")).toContain("keydown Tab Tab 9");
  });

  test("typeText follows the focus that the page itself moves", async () => {
    const boxes = [0, 1, 2, 3].map(
      (index) => `<input id="i${index}" maxlength="1" oninput="this.nextElementSibling?.focus()">`,
    );
    const page = await browser.show(boxes.join(""));
    await evaluate(page, "i0.focus()");
    await browser.act("type_text", { text: "1234" });
    expect(await evaluate(page, "[i0, i1, i2, i3].map((each) => each.value)")).toEqual(["1", "2", "3", "4"]);
  });

  test("typeText types into a frame of another document", async () => {
    const page = await browser.show(`<iframe id="f" srcdoc="<input id=i>"></iframe>`);
    await evaluate(page, "f.contentDocument.getElementById('i').focus()");
    await browser.act("type_text", { text: "abc" });
    expect(await evaluate(page, "f.contentDocument.getElementById('i').value")).toBe("abc");
  });

  test("typeText really waits between keystrokes", async () => {
    const page = await browser.show(area);
    await evaluate(page, "window.times = []; t.addEventListener('input', () => times.push(performance.now())); 0");
    await browser.act("type_text", { text: "abcé", delay: 60 });
    const times = await evaluate<number[]>(page, "times");
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps).toHaveLength(3);
    for (const gap of gaps) expect(gap).toBeGreaterThan(50);
  });

  test("typeText goes to the shown page, even without a focused element", async () => {
    const first = await browser.show(area);
    const { targetId } = await openPage(browser.connection);
    const second = await browser.show(`<p>nothing to type into</p>`);
    await browser.act("type_text", { text: "x" });
    expect(await eventLog(second, "keydown")).toEqual(["keydown x KeyX 88"]);
    expect(await evaluate(first, value)).toBe("");
    await browser.connection.send("Target.closeTarget", { targetId });
    await until(async () => (await activePage(browser.connection)).sessionId === first.id, { what: "the first page" });
  });

  test("typeText refuses a text that would take longer than ten minutes, naming both", async () => {
    const text = "secret".repeat(1_000);
    const refused = browser.act("type_text", { text, delay: 101 });
    await expect(refused).rejects.toMatchObject({ kind: "invalid" });
    const { message, problems } = await refused.catch((error) => error);
    expect(message).toBe("text and delay together take 606 s; at most 600 s are allowed");
    expect(problems.map(({ path }: { path: string }) => path)).toEqual(["text", "delay"]);
    expect(JSON.stringify(problems)).not.toContain("secret");
  });

  test("typeText refuses half a surrogate pair without showing the text", async () => {
    const refused = browser.act("type_text", { text: "secret\ud83d" });
    await expect(refused).rejects.toMatchObject({ kind: "invalid", message: expect.not.stringContaining("secret") });
    await expect(refused).rejects.toThrow("text: is not valid Unicode: half of a surrogate pair");
  });
});

describe("pressKeys", () => {
  const press = (...keys: string[]) => browser.act("press_key", { keys });

  test("pressKeys edits a text field as a person does", async () => {
    const page = await browser.show(`<textarea id="t" autofocus>some text</textarea>`);
    await press("Ctrl+A", "Ctrl+c", "End", "space", "Ctrl+v");
    expect(await evaluate(page, value)).toBe("some text some text");
    await press("Ctrl+a", "ctrl+X");
    expect(await evaluate(page, value)).toBe("");
    await press("Ctrl+z");
    expect(await evaluate(page, value)).toBe("some text some text");
    await press("Ctrl+Home", "Shift+End", "BackSpace", "A", "Delete");
    expect(await evaluate(page, value)).toBe("A");
    await press("Ctrl+z", "Ctrl+z", "Ctrl+Shift+z");
    expect(await evaluate(page, value)).not.toBe("A");
  });

  test.each([
    ["Return", "keydown Enter Enter 13"],
    ["enter", "keydown Enter Enter 13"],
    ["BackSpace", "keydown Backspace Backspace 8"],
    ["Page_Down", "keydown PageDown PageDown 34"],
    ["Next", "keydown PageDown PageDown 34"],
    ["ArrowLeft", "keydown ArrowLeft ArrowLeft 37"],
    ["F12", "keydown F12 F12 123"],
    ["KP_1", "keydown 1 Numpad1 97 3"],
    ["KP_Enter", "keydown Enter NumpadEnter 13 3"],
    ["space", "keydown   Space 32"],
    [" ", "keydown   Space 32"],
    ["a", "keydown a KeyA 65"],
    ["U0061", "keydown a KeyA 65"],
    ["Escape", "keydown Escape Escape 27"],
    ["XF86AudioMute", "keydown AudioVolumeMute AudioVolumeMute 173"],
    ["Super_L", "keydown Meta MetaLeft 91 1 M"],
    ["Shift_R", "keydown Shift ShiftRight 16 2 S"],
  ])("pressKeys: %s", async (key, line) => {
    const page = await browser.show("");
    await press(key);
    expect(await eventLog(page, "keydown")).toEqual([line]);
  });

  test.each([
    ["plus", ["keydown Shift ShiftLeft 16 1 S", "keydown + Equal 187 S"]],
    ["Ctrl++", ["keydown Control ControlLeft 17 1 C", "keydown Shift ShiftLeft 16 1 CS", "keydown + Equal 187 CS"]],
    ["A", ["keydown Shift ShiftLeft 16 1 S", "keydown A KeyA 65 S"]],
    ["Shift+a", ["keydown Shift ShiftLeft 16 1 S", "keydown A KeyA 65 S"]],
    ["Ctrl+B", ["keydown Control ControlLeft 17 1 C", "keydown b KeyB 66 C"]],
    [
      "ctrl + shift + b",
      ["keydown Control ControlLeft 17 1 C", "keydown Shift ShiftLeft 16 1 CS", "keydown B KeyB 66 CS"],
    ],
    ["ISO_Left_Tab", ["keydown Shift ShiftLeft 16 1 S", "keydown Tab Tab 9 S"]],
  ])("the combination %s", async (key, lines) => {
    const page = await browser.show("");
    await press(key);
    expect(await eventLog(page, "keydown")).toEqual(lines);
    // All keys are released.
    expect(await eventLog(page, "keyup")).toHaveLength(lines.length);
  });

  test("pressKeys inserts a character without a key", async () => {
    const page = await browser.show(area);
    await press("é", "U20AC", "日");
    expect(await evaluate(page, value)).toBe("é€日");
  });

  test("pressKeys holds keys, each for the duration, and releases them", async () => {
    const page = await browser.show(area);
    await evaluate(
      page,
      "window.at = {}; for (const n of ['keydown', 'keyup']) t.addEventListener(n, (e) => at[n + e.key] = performance.now()); 0",
    );
    await browser.act("press_key", { keys: ["x"], hold_keys: ["Shift", "Alt"], duration: 80 });
    expect(await evaluate(page, "at.keyupX - at.keydownX")).toBeGreaterThan(75);
    expect(await eventLog(page, "keydown", "keyup")).toEqual([
      "keydown Shift ShiftLeft 16 1 S",
      "keydown Alt AltLeft 18 1 SA",
      "keydown X KeyX 88 SA",
      "keyup X KeyX 88 SA",
      "keyup Alt AltLeft 18 1 S",
      "keyup Shift ShiftLeft 16 1",
    ]);
  });

  test.each([
    [["Retrun"], `keys[0]: there is no key "Retrun"; did you mean "Return"?`],
    [["a", "Ctrl+Pgdown"], `keys[1]: there is no key "Pgdown" in "Ctrl+Pgdown"; did you mean "PageDown"?`],
    [["Ctrl+"], `keys[0]: a key is missing in "Ctrl+"`],
    [["+a"], `keys[0]: a key is missing in "+a"`],
    [["Ctrl+é"], `keys[0]: there is no key "é" in "Ctrl+é"`],
    [["abc"], `keys[0]: there is no key "abc"`],
    [["\u0007"], `keys[0]: there is no key "\\u0007"`],
    [["U110000"], `keys[0]: there is no key "U110000"`],
    [["UD800"], `keys[0]: there is no key "UD800"`],
  ])("pressKeys refuses %j", async (keys, message) => {
    await expect(press(...keys)).rejects.toMatchObject({ kind: "invalid", message });
  });

  test("pressKeys refuses all invalid held keys at once, and a too long time", async () => {
    const wrong = browser.act("press_key", { keys: ["a"], hold_keys: ["Shfit", "Contrl"] });
    await expect(wrong).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining(`hold_keys[0]: there is no key "Shfit"`),
    });
    expect((await wrong.catch((error) => error)).problems).toHaveLength(2);
    await expect(browser.act("press_key", { keys: ["a"], hold_keys: ["é"] })).rejects.toThrow("cannot be held");
    const long = browser.act("press_key", { keys: Array.from({ length: 11 }, () => "a"), duration: 60_000 });
    await expect(long).rejects.toThrow("keys and duration together take 660 s; at most 600 s are allowed");
  });
});

describe("the browser's own shortcuts", () => {
  const pages = async () =>
    (await browser.connection.send("Target.getTargets", { filter: [{ type: "page" }] })).targetInfos;
  const press = (...keys: string[]) => browser.act("press_key", { keys });

  test("shortcuts open and close tabs", async () => {
    await browser.show(area);
    await press("Ctrl+t");
    expect(await pages()).toHaveLength(2);
    await browser.act("type_text", { text: "x" });
    await press("Ctrl+w");
    await until(async () => (await pages()).length === 1, { what: "the tab to close" });
  });

  test("a tab that the keys close is no failure, however long the operation goes on", async () => {
    await browser.show(area);
    await press("Ctrl+t");
    const { chords } = parseKeys(["Ctrl+w"], "keys");
    await new PageDriver(browser.connection).use(new AbortController().signal, async (device) => {
      for (const chord of chords) await device.pressChord(chord, 0);
      // Longer than the pauses between two checks of the page.
      await device.pause(300);
    });
    expect(await pages()).toHaveLength(1);
  });

  test("a shortcut reloads, unless the page prevents it", async () => {
    const page = await browser.show(area);
    for (const key of ["F5", "Ctrl+r", "XF86Reload"]) {
      await evaluate(page, "window.old = true");
      await press(key);
      await until(() => evaluate<boolean>(page, "window.old !== true && !!window.log").catch(() => false), {
        what: `${key} to reload`,
      });
    }
    await evaluate(page, "addEventListener('keydown', (e) => e.preventDefault()); window.old = true");
    await press("F5", "a");
    expect(await evaluate(page, "window.old")).toBe(true);
  });

  test("shortcuts go back and forward", async () => {
    const page = await browser.navigate("first");
    await browser.navigate("second");
    const shows = (text: string) => () =>
      evaluate<boolean>(page, `document.body.innerText.includes("${text}")`).catch(() => false);
    await press("Alt+Left");
    await until(shows("first"), { what: "the first page" });
    await press("XF86Forward");
    await until(shows("second"), { what: "the second page" });
    await press("XF86Back");
    expect(await until(shows("first"), { what: "the first page" })).toBe(true);
  });
});
