import { describe, expect, test } from "vitest";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

/**
 * Slider from 0 to 100 in steps of 2 that is drawn beside its field, with a handle for each number and a bar. Only the mouse
 * moves its handles, and none of them gets past another one.
 */
const slider = (value: string): string => `<label for=f>Volume</label>
  <style>#d { display: block; position: relative; width: 200px; height: 20px; user-select: none } #d * { position: absolute }</style>
  <div id=d><span tabindex=0 style="top:8px;width:200px;height:4px;background:#ccc"></span><span id=b style="top:6px;height:8px;width:8px;background:#08f"></span><span style="left:80px;top:-9px">Text</span></div><input id=f readonly tabindex=-1 style="position:absolute;width:0;height:0;border:0;padding:0" value="${value}"><script>
  const numbers = () => f.value.split(";").map(Number);
  const handles = numbers().map((number, at) => { const one = d.appendChild(document.createElement("span")); one.style = "width:16px;height:16px;top:2px;background:#f80;left:" + (number * 2 - 8) + "px";
    one.onmousedown = () => { held = at }; return one });
  let held; addEventListener("mouseup", () => { held = undefined });
  addEventListener("mousemove", (event) => { if (held === undefined || !event.isTrusted) return;
    const all = numbers(); const [low, high] = [all[held - 1] ?? 0, all[held + 1] ?? 100];
    const raw = Math.round((event.clientX - d.getBoundingClientRect().left) / 4) * 2;
    all[held] = Math.min(Math.max(raw, low), high);
    requestAnimationFrame(() => { f.value = all.join(";"); for (const [at, one] of handles.entries()) one.style.left = all[at] * 2 - 8 + "px" }) })</script>`;

describe("a slider that a page draws beside its field", () => {
  test("is one line with the name and the value of the field", async () => {
    await page.show(slider("30"));
    expect((await page.snapshot()).text.split("\n").slice(1, -1)).toEqual(['e1 slider ~"Volume" = "30"']);
  });

  test.each(["54", "0", "100"])("is dragged to %s", async (wanted) => {
    await page.show(slider("30"));
    const result = await page.actOn("Volume", "fill", wanted);
    expect(result, result.text).toMatchObject({ ok: true });
    expect(await page.run("f.value")).toBe(wanted);
  });

  test.each(["40;60", "90;96", "2;8"])("with two handles is dragged to %s", async (wanted) => {
    await page.show(slider("20;80"));
    const result = await page.actOn("Volume", "fill", wanted);
    expect(result, result.text).toMatchObject({ ok: true });
    expect(await page.run("f.value")).toBe(wanted);
  });

  test("takes the keys at the place in it that takes the focus", async () => {
    await page.show(slider("30"));
    await page.run("addEventListener('keydown', (event) => { window.at = event.target.tabIndex })");
    expect(await page.actOn("Volume", "press", "ArrowRight")).toMatchObject({ ok: true });
    expect(await page.run("window.at")).toBe(0);
  });

  test.each([
    ["loud", "wrong_kind", "takes one number"],
    ["20;40", "wrong_kind", "takes one number"],
    ["31", "not_kept", "is at 3"],
    ["400", "not_kept", "is at 100"],
  ])("is not filled with %s", async (wanted, code, words) => {
    await page.show(slider("30"));
    const result = await page.actOn("Volume", "fill", wanted);
    expect(result).toMatchObject({ ok: false, code });
    expect(result.text).toContain(words);
  });

  test("is no slider where the field shows its text, or holds another one", async () => {
    const shown = slider("30").replace("width:0;height:0;", "");
    await page.show(shown);
    expect((await page.snapshot()).text).toMatch(/textbox "Volume" = "30" \(read-only/);
    await page.show(slider("30").replace('value="30"', 'value="A-30"').replace("const handles", "if (0) var handles"));
    expect((await page.snapshot()).text).not.toContain("slider");
  });
});
