import { describe, expect, test } from "vitest";
import { replSite } from "../support/service/repl-site.ts";

const form = `<title>Form  page</title>
<input id=name><input id=day type=date><textarea id=long>old</textarea>
<button id=save onclick="done.textContent += 'saved ' + event.detail + ' '">Save</button>
<button id=twin style="display:none">Twin</button><button id=twin>Twin</button>
<button class=many>1</button><button class=many>2</button>
<button id=late disabled>Late</button><input id=file type=file multiple>
<div id=right oncontextmenu="done.textContent += 'right '; return false">Right</div>
<p id=done></p><pre id=keys></pre><div style="height:3000px"></div>
<script>
  name.onkeydown = null;
  addEventListener("keydown", (event) => { keys.textContent += (event.ctrlKey ? "^" : "") + event.key + " "; });
  document.querySelector("#name").addEventListener("change", () => { done.textContent += "changed "; });
</script>`;

const site = replSite((request, response) => {
  if (request.url === "/missing") return void response.writeHead(404).end("no such page");
  if (request.url === "/headers") return void response.end(String(request.headers["x-own"]));
  if (request.url === "/frame") return void response.end(`<button onclick="document.title = 'framed'">Inside</button>`);
  if (request.url === "/far")
    return void response.end(`<title>far</title><iframe src="${site.otherOrigin}/frame" width=300></iframe>`);
  if (request.url === "/slow") return;
  response.end(form);
});

const open = (path = "/"): Promise<void> =>
  site.repl.run(`await gotoUrl("${site.origin}${path}"); if (!(await waitForLoad())) throw new Error("did not load")`);
const text = (id: string): Promise<unknown> =>
  site.repl.value(`await js("document.getElementById('${id}').textContent")`);

test("every helper has help, is a global name and a member of browser", async () => {
  const names = await site.repl.value("Object.keys(browser)");
  expect(names).toContain("gotoUrl");
  for (const name of names as string[]) {
    expect(await site.repl.value(`${name} === browser.${name}`), name).toBe(true);
    if (name !== "webmcp")
      expect(await site.repl.value(`repl.help("browser.${name}").startsWith("${name}(")`), name).toBe(true);
  }
  expect(await site.repl.value("Object.isFrozen(browser) && Object.isFrozen(webmcp)")).toBe(true);
  expect(await site.repl.value('repl.help("webmcp.invokeTool").split("(")[0]')).toBe("webmcp.invokeTool");
  expect(await site.repl.error('repl.help("clik")')).toContain('there is nothing called "clik"');
});

test("helpers need no Playwright, and packages that speak Playwright connect by CDP_ENDPOINT", async () => {
  await open();
  const code = `const { chromium } = await import("patchright");
    const own = await chromium.connectOverCDP(process.env.CDP_ENDPOINT);
    repl.write(await own.contexts()[0].pages()[0].title()); await own.close()`;
  expect(await site.repl.evaluate(code)).toMatchObject({ content: [{ channel: "write", text: "Form page" }] });
});

describe("the page", () => {
  test("pageInfo has its sizes and its state", async () => {
    await open();
    expect(await site.repl.value("await pageInfo()")).toEqual({
      url: `${site.origin}/`,
      title: "Form page",
      viewport: { width: 1920, height: 1080 },
      scroll: { x: 0, y: 0 },
      page: { width: expect.any(Number), height: expect.any(Number) },
      ready_state: "complete",
      dialog: null,
    });
  });

  test("a dialog is in pageInfo, ends the helper that it blocks, and is answered by cdp", async () => {
    await open();
    await site.repl.run(
      `setTimeout(() => js("alert('stop')").catch(() => {}), 0); await waitForEvent("Page.javascriptDialogOpening")`,
    );
    expect(await site.repl.value("await pageInfo()")).toMatchObject({
      url: `${site.origin}/`,
      dialog: { type: "alert", message: "stop" },
    });
    expect(await site.repl.error("await js('1')")).toMatch(/the page shows a dialog, alert "stop"; answer it by cdp\(/);
    await site.repl.run('await cdp("Page.handleJavaScriptDialog", { accept: true })');
    expect(await site.repl.value("await js('1')")).toBe(1);
  });

  test("a node of the accessibility tree has its name and state, and is clicked", async () => {
    await open();
    await site.repl.run(`const { nodes } = await accessibilitySnapshot(); globalThis.nodes = nodes;
      await click(nodes.find(({ role, name }) => role === "button" && name === "Save"))`);
    expect(await text("done")).toBe("saved 1 ");
    expect(await site.repl.value('nodes.find(({ name }) => name === "Late").disabled')).toBe(true);
  });

  test("a screenshot is a file of the session, of the whole page or smaller", async () => {
    await open();
    const sizeOf = async (code: string): Promise<{ width: number; height: number }> => {
      const { content, error } = await site.repl.evaluate(
        `await repl.emitImage({ path: await captureScreenshot(${code}) })`,
      );
      expect(error).toBeUndefined();
      const png = Buffer.from(content[0]?.data_b64 ?? "", "base64");
      return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
    };
    expect(await sizeOf("")).toEqual({ width: 1920, height: 1080 });
    expect((await sizeOf('"whole.png", true')).height).toBeGreaterThan(3_000);
    expect((await sizeOf('"small.png", false, 480')).width).toBe(480);
    expect(await site.repl.error('await captureScreenshot("a.png", false, 0)')).toContain("maxDim must be");
  });

  test.each([
    ["'document.title'", "Form page"],
    ["'Promise.resolve(2)'", 2],
    ["() => location.pathname", "/"],
    ["async ({ a, b }) => a + b.length, { arg: { a: 1, b: [undefined, null] } }", 3],
    [
      "(list) => list.map((each) => Object.is(each, -0) || Number.isNaN(each)), { arg: [-0, NaN, 1] }",
      [true, true, false],
    ],
  ])("js(%s) has its value", async (values, expected) => {
    expect(await site.repl.value(`await js(${values})`)).toEqual(expected);
  });

  test("js has the values that JSON lacks, and none for what stays in the page", async () => {
    const code = `repl.write([await js("10n"), await js("NaN"), await js("-0"), await js("document.body"), await js("(() => 1)")])`;
    const { content } = await site.repl.evaluate(code);
    expect(content[0]?.text).toBe("[ 10n, NaN, -0, undefined, undefined ]");
  });

  test.each([
    ["js('nowhere')", "in the page: ReferenceError: nowhere is not defined"],
    ["js(() => Promise.reject(new TypeError('late')))", "in the page: TypeError: late"],
    ["js(1)", "js: the first value must be an expression as text, or a function"],
    ["js('1', { args: 1 })", 'js: there is no option "args"; it has arg, targetId'],
    ["js('1', { arg: 1 })", "js: arg is for a function"],
    ["js(() => 1, { arg: { f() {} } })", "js: arg.f is a function, which a page cannot be given"],
    ["js(() => 1, { arg: [new Date()] })", "js: arg[0] is an object of a class"],
    ["js(() => 1, { arg: (() => { const a = {}; a.a = a; return a; })() })", "js: arg.a is an object around itself"],
  ])("%s fails with its reason", async (code, reason) => {
    expect(await site.repl.error(`await ${code}`)).toContain(reason);
  });

  test("httpGet has the text of an address, and throws for a failure", async () => {
    expect(await site.repl.value(`await httpGet("${site.origin}/headers", { "x-own": "yes" })`)).toBe("yes");
    expect(await site.repl.error(`await httpGet("${site.origin}/missing")`)).toContain(
      "httpGet: 404 Not Found: no such page",
    );
  });
});

describe("mouse and keyboard", () => {
  test("a click takes the visible element, presses as often as asked, and any button", async () => {
    await open();
    await site.repl.run(
      'await click("#twin"); await click("#save", { clickCount: 2 }); await click("#right", { button: "right" })',
    );
    expect(await text("done")).toBe("saved 1 saved 2 right ");
  });

  test("a click on a point goes there at once", async () => {
    await open();
    await site.repl.run(`const box = await js(() => { const { x, y } = document.querySelector("#save").getBoundingClientRect(); return { x: x + 5, y: y + 5 } });
      await click(box)`);
    expect(await text("done")).toBe("saved 1 ");
  });

  test("a click waits for an element that is disabled, and names what it waited for", async () => {
    await open();
    await site.repl.run(`setTimeout(() => js("late.disabled = false; late.onclick = () => { done.textContent = 'late' }"), 300);
      await click("#late")`);
    expect(await text("done")).toBe("late");
  });

  test.each([
    ['click("#late", { timeoutSec: 0.2 })', 'click: #late ( "") is disabled: it is disabled'],
    ['click("#none", { timeoutSec: 0.2 })', 'click: "#none" is not on the page'],
    ['click(".many")', 'click: ".many" is 2 visible elements; name one of them'],
    ['click("[")', 'click: "[" is no selector'],
    ["click({ backendNodeId: 999999 })", "click: the node 999999 is gone"],
    ["click({})", "click: the target must be a selector, or a node with its backendNodeId"],
    ["click({ x: 1 })", "click: y must be a finite number"],
    ['click("#save", { button: "up" })', "click: button must be left, middle, right"],
    ['click("#save", { clickCount: 0 })', "click: clickCount must be a whole number from 1 to 10"],
    ['click("#save", { timeoutSec: "1" })', "click: timeoutSec must be a number"],
    ['click("#save", 5)', "click: the options must be an object"],
    ['fillInput("#save", "x", { timeoutSec: 0.2 })', "fillInput: a button takes no text"],
    ['fillInput("#name", 1)', "fillInput: text must be a text"],
    ['pressKey("Entr")', 'did you mean "Enter"?'],
    ['pressKey("")', "pressKey: the key must be a text"],
    ['pressKey("a", ["Hyper"])', 'pressKey: there is no modifier "Hyper"'],
    ['pressKey("a", 16)', "pressKey: the modifiers must be bits from 0 to 15"],
    ['waitForElement("#save", { state: "gone" })', "state must be attached, detached, visible, hidden"],
    ['uploadFile("#none", "a.txt")', 'uploadFile: "#none" is not on the page'],
    ['uploadFile("#file", [])', "uploadFile: name a file"],
    ["scroll(1)", "scroll: y must be a finite number"],
    ["switchTab(1)", "switchTab: the target must be a target id"],
    ['waitForEvent("Page.x", { predicate: (event) => nowhere, sessionId: 1 })', "waitForEvent: sessionId must be"],
  ])("%s fails with its reason", async (code, reason) => {
    await open();
    expect(await site.repl.error(`await ${code}`)).toContain(reason);
  });

  test("a field is filled key by key, replaced or continued, and a date at once", async () => {
    await open();
    await site.repl.run(`await fillInput("#name", "Ada"); await fillInput("#name", "!", { clearFirst: false });
      await fillInput("#long", "new"); await fillInput("#day", "2026-11-28")`);
    expect(
      await site.repl.value(
        "await js('[...document.querySelectorAll(\"input,textarea\")].slice(0, 3).map((each) => each.value)')",
      ),
    ).toEqual(["Ada!", "2026-11-28", "new"]);
    expect(await text("done")).toContain("changed ");
    expect(await text("keys")).toContain("A d a ");
  });

  test("typeText inserts, and pressKey presses with modifiers in all their forms", async () => {
    await open();
    await site.repl.run(`await click("#name"); await typeText("grüß"); await pressKey("a", { ctrl: true }); await pressKey("b", ["Control"]);
      await pressKey("c", 2); await pressKey("Digit1", ["Shift"]); await pressKey("ESC"); await pressKey("Spacebar")`);
    expect(await text("keys")).toBe(
      "Control ^a Control ^b Control ^c Shift ! Escape   ".replace(/Control \^/g, "^Control ^"),
    );
    expect(await site.repl.value("await js('document.querySelector(\"#name\").value')")).toBe("! ");
  });

  test("the wheel scrolls", async () => {
    await open();
    await site.repl.run("await scroll(400, 400, 500)");
    expect(
      await site.repl.value(
        "await (async () => { while ((await pageInfo()).scroll.y === 0) await waitMs(10); return true })()",
      ),
    ).toBe(true);
  });

  test("files of the session are given to a field", async () => {
    await open();
    await site.repl.run(
      `fs.writeFileSync("a.txt", "a"); fs.writeFileSync("b.txt", "bb"); await uploadFile("#file", ["a.txt", "b.txt"])`,
    );
    expect(await site.repl.value("await js('[...file.files].map(({ name, size }) => name + size)')")).toEqual([
      "a.txt1",
      "b.txt2",
    ]);
  });
});

describe("waits", () => {
  test("waitForElement reaches each state, or is false after its time", async () => {
    await open();
    expect(await site.repl.value('await waitForElement("#twin")')).toBe(true);
    expect(await site.repl.value('await waitForElement("#none", { state: "detached" })')).toBe(true);
    expect(await site.repl.value('await waitForElement("#none", { timeoutSec: 0.1 })')).toBe(false);
    await site.repl.run(`globalThis.hidden = waitForElement("#save", { state: "hidden" }); await js("save.remove()")`);
    expect(await site.repl.value("await hidden")).toBe(true);
  });

  test("no wait outlives the time of its call", async () => {
    await open();
    const { success, content } = await site.repl.evaluate(
      'repl.write(await waitForElement("#none", { timeoutSec: 60 }))',
      {
        timeout_sec: 2,
      },
    );
    expect([success, content[0]?.text]).toEqual([true, "false"]);
  });

  test("an event is waited for, also one of the browser, and null comes after the time", async () => {
    await open();
    await site.repl.run(
      'globalThis.event = waitForEvent("Page.frameNavigated", { predicate: ({ params }) => params.frame.url.endsWith("/far") })',
    );
    await open("/far");
    expect(await site.repl.value("(await event).params.frame.url")).toBe(`${site.origin}/far`);
    expect(await site.repl.value('await waitForEvent("Page.never", { timeoutSec: 0.1 })')).toBeNull();
    expect(
      await site.repl.value('await waitForEvent("Target.never", { sessionId: null, timeoutSec: 0.1 })'),
    ).toBeNull();
    const drained = await site.repl.value("(await drainEvents()).map(({ method }) => method)");
    expect(drained).toContain("Page.frameNavigated");
    expect(await site.repl.value("(await drainEvents()).length")).toBe(0);
  });

  test("the network is idle once requests have ended, and not while one runs", async () => {
    await open();
    expect(await site.repl.value("await waitForNetworkIdle(0.1, 5)")).toBe(true);
    await site.repl.run("await js('void fetch(\"/slow\")')");
    expect(await site.repl.value("await waitForNetworkIdle(0.1, 0.5)")).toBe(false);
  });
});

describe("tabs and frames", () => {
  test("tabs are opened, listed, chosen and closed", async () => {
    await open();
    await site.repl.run(
      `globalThis.first = await currentTab(); globalThis.second = await newTab("${site.origin}/far"); await waitForLoad()`,
    );
    expect(await site.repl.value("(await listTabs()).map(({ url }) => url)")).toEqual(
      expect.arrayContaining([`${site.origin}/`, `${site.origin}/far`]),
    );
    expect(await site.repl.value("(await currentTab()).targetId === second")).toBe(true);
    await site.repl.run("await switchTab(first)");
    expect(await site.repl.value("(await currentTab()).url")).toBe(`${site.origin}/`);
    await site.repl.run("await closeTab(second)");
    expect(await site.repl.value("(await listTabs()).some(({ targetId }) => targetId === second)")).toBe(false);
    expect(await site.repl.value("(await ensureRealTab()).url")).toBe(`${site.origin}/`);
  });

  test("a tab that was closed is replaced by another one", async () => {
    await site.repl.run(`globalThis.gone = await newTab("${site.origin}/"); await closeTab()`);
    expect(await site.repl.value("(await currentTab()).targetId !== gone")).toBe(true);
  });

  test("a frame of another site is found, read and clicked", async () => {
    await open("/far");
    expect(await site.repl.value('await iframeTarget("nowhere")')).toBeNull();
    await site.repl.run(`globalThis.frame = await iframeTarget("/frame")`);
    expect(await site.repl.value("await js('document.body.textContent', { targetId: frame.targetId })")).toBe("Inside");
    await site.repl.run(`await switchTab(frame); await click("button")`);
    expect(await site.repl.value("await js('document.title')")).toBe("framed");
    await site.repl.run("await switchTab((await listTabs())[0])");
  });

  test("cdp goes to the page, the browser or a named session", async () => {
    await open();
    expect(await site.repl.value('(await cdp("Runtime.evaluate", { expression: "1 + 1" })).result.value')).toBe(2);
    expect(await site.repl.value('(await cdp("Browser.getVersion")).product')).toMatch(/Chrome/);
    const id = "await switchTab((await currentTab()).targetId)";
    expect(await site.repl.value(`(await cdp("Runtime.evaluate", { expression: "3" }, ${id})).result.value`)).toBe(3);
    expect(await site.repl.error('await cdp("Page.nothing")')).toContain("Page.nothing: 'Page.nothing' wasn't found");
    expect(await site.repl.error('await cdp("Runtime.evaluate", {}, "nowhere")')).toContain(
      "Session with given id not found",
    );
  });
});

test("variables outlive a restart of the browser, and helpers work with the new one", async () => {
  await open();
  await site.repl.run("globalThis.kept = 1");
  await site.service.api("POST", "/profiles", { json: { name: "restart" } });
  const restarted = await site.service.api("PATCH", `/browsers/${site.id}`, { json: { profile: { name: "restart" } } });
  expect(restarted.status, restarted.text).toBe(200);
  await open();
  await site.repl.run('await click("#save")');
  expect(await text("done")).toBe("saved 1 ");
  expect(await site.repl.value("kept")).toBe(1);
});
