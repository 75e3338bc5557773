import { describe, expect, test } from "vitest";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

const later = (code: string): string => `<p id=o>Loading</p><button id=b disabled>Go</button>
  <script>setTimeout(() => { ${code} }, 400)</script>`;

describe("conditions", () => {
  test.each([
    ["a text in any case", `o.textContent = "Order received"`, { text: "order RECEIVED" }],
    ["a pattern", `o.textContent = "Order 4711"`, { text: "/order \\d+/i" }],
    ["the end of a text", `o.textContent = "Done"`, { gone: "Loading" }],
    ["an address", `history.pushState(0, "", "/done")`, { url: "/done" }],
    ["a pattern of an address", `history.pushState(0, "", "/done?id=4")`, { url: "/id=\\d/" }],
    ["a text and an address", `o.textContent = "Done"; history.pushState(0, "", "/x")`, { text: "Done", url: "/x" }],
    ["another page", `location.href = "/second"`, { text: "/second", loaded: true }],
  ])("%s is waited for", async (_name, code, request) => {
    await page.show(later(code));
    expect(await page.waitFor({ ...request, timeout_ms: 10_000 })).toMatchObject({ met: true, waiting_for: [] });
  });

  test("an element that becomes enabled, and one that goes", async () => {
    await page.show(later("b.disabled = false"));
    const ref = await page.ref("Go");
    expect(await page.waitFor({ ref, timeout_ms: 10_000 })).toMatchObject({ met: true });
    await page.run("setTimeout(() => b.remove(), 300)");
    expect(await page.waitFor({ gone: ref, timeout_ms: 10_000 })).toMatchObject({ met: true });
  });

  test.each([
    ["a text", { text: "Never" }, 'the text "Never"'],
    ["a text that stays", { gone: "Loading" }, '"Loading" to be gone'],
    ["an address", { url: "/never" }, 'an address with "/never"'],
  ])("%s that does not come is named when the time is over", async (_name, request, expected) => {
    await page.show(later(""));
    const answer = await page.waitFor({ ...request, timeout_ms: 500 });
    expect(answer).toMatchObject({ met: false, waiting_for: [expected] });
  });

  test("an element that stays disabled is named", async () => {
    await page.show(later(""));
    const answer = await page.waitFor({ ref: await page.ref("Go"), timeout_ms: 300 });
    expect(answer).toMatchObject({ met: false, waiting_for: [expect.stringContaining("is disabled")] });
  });

  test("a page that never rests is not loaded", async () => {
    await page.show("<p id=o></p><script>setInterval(() => { o.textContent = Math.random() }, 50)</script>");
    expect(await page.waitFor({ loaded: true, timeout_ms: 1_000 })).toMatchObject({ met: false });
  });
});

describe("what can never hold is refused at once", () => {
  test("a reference that is unknown, and one whose element is gone", async () => {
    await page.show("<button id=b>Go</button>");
    expect(await page.waitFor({ ref: "e99" })).toMatchObject({ refusal: { code: "unknown_ref" } });
    const ref = await page.ref("Go");
    await page.run("b.remove()");
    expect(await page.waitFor({ ref })).toMatchObject({ refusal: { code: "stale_ref" } });
  });

  test("a page that a dialog blocks", async () => {
    await page.show(`<button onclick="alert('Careful')">Go</button>`);
    await page.actOn("Go", "click");
    expect(await page.waitFor({ text: "Text" })).toMatchObject({ refusal: { code: "dialog_open" } });
    await page.work("dialog", { accept: true });
  });
});

test("others work with the page while one waits", async () => {
  await page.show(`<button onclick="o.textContent = 'Pressed'">Go</button><p id=o></p>`);
  const ref = await page.ref("Go");
  const waiting = page.waitFor({ text: "Pressed", timeout_ms: 10_000 });
  expect(await page.act("click", ref)).toMatchObject({ ok: true });
  expect(await waiting).toMatchObject({ met: true });
});
