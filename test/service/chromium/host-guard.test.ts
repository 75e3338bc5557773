import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium as playwright } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostMethods, isLocalAddress } from "../../../src/service/chromium/host-methods.ts";
import { RootPath } from "../../../src/service/chromium/root-path.ts";
import { attach, Client, open, withMux } from "../../support/browser/cdp-client.ts";
import { temporaryDirectory, withChromium, withServer } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";
import { type InputBrowser, startInputBrowser } from "./support/input-page.ts";

const SECRET = "a secret of this machine";
let browser: InputBrowser;
let directory: string;
let root: string;
let secret: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "browserctl-guard-"));
  root = join(directory, "root");
  secret = join(directory, "secret.txt");
  await mkdir(join(root, "home/user"), { recursive: true });
  await Promise.all([
    writeFile(secret, SECRET),
    writeFile(join(root, "home/user/own.txt"), "the session's own"),
    symlink(secret, join(root, "home/user/link")),
    symlink("../../../../../../../..", join(root, "home/user/up")),
    symlink("own.txt", join(root, "home/user/alias")),
  ]);
  browser = await startInputBrowser();
  await browser.connection.hostGuard.protect(root);
});
afterAll(async () => {
  await browser.stop();
  await rm(directory, { recursive: true, force: true });
});

async function openPage(url?: string): Promise<{ client: Client; targetId: string; session: string }> {
  const client = await Client.open(await withMux(browser.connection));
  return { client, ...(await open(client, url)) };
}

describe("addresses of this machine", () => {
  test.each([
    ["file:///etc/passwd", true],
    ["FILE:/etc/passwd", true],
    [" \u0001fi\nle:///etc/passwd", true],
    ["view-source:file:///etc", true],
    ["view-source: view-source:file:///etc", true],
    ["filesystem:file:///temporary/x", true],
    ["devtools://devtools/bundled/inspector.html", true],
    ["chrome-extension://abc/page.html", true],
    ["chrome://settings/downloads", true],
    ["chrome:extensions", true],
    ["about:settings", true],
    ["about:blank", false],
    ["chrome://new-tab-page/", false],
    ["blob:http://localhost/x", false],
    ["http://localhost/file:///etc", false],
    ["data:text/html,file:///etc", false],
    ["", false],
  ])("%j: %s", (url, local) => {
    expect(isLocalAddress(url)).toBe(local);
  });

  test("no command opens a local address, and the refusal says why and what to do", async () => {
    const { client, session } = await openPage();
    const file = `file://${secret}`;
    const why = "serve the file over http in the session instead. This browser is not in a container";
    await expect(client.send("Page.navigate", { url: file }, session)).rejects.toThrow(
      `Page.navigate is refused: url leads to "${file}"; ${why}`,
    );
    const refused = client.post("Page.navigate", { url: `view-source:${file}` }, session);
    expect(await client.answer(refused)).toMatchObject({ error: { code: -32000 }, sessionId: session });
    await expect(client.send("Target.createTarget", { url: file })).rejects.toThrow("createTarget is refused");
    await expect(client.send("Fetch.continueRequest", { requestId: "x", url: file }, session)).rejects.toThrow(why);
    for (const [method, params] of [
      ["Extensions.loadUnpacked", { path: root }],
      ["Target.exposeDevToolsProtocol", { targetId: "x" }],
      ["Target.openDevTools", { targetId: "x" }],
      ["Target.sendMessageToTarget", { message: "{}" }],
      ["Browser.getBrowserCommandLine", {}],
      ["Tracing.start", { perfettoConfig: "AA==" }],
    ] as const) {
      await expect(client.send(method, params), method).rejects.toThrow(`${method} is refused: `);
    }
    expect(await client.evaluate(session, "location.href")).toBe("about:blank");
  });

  test("no script of a page opens a local address", async () => {
    const { url } = await withServer((_request, response) => response.end("<!doctype html><p>page</p>"));
    for (const from of ["about:blank", url]) {
      const { client, session } = await openPage(from);
      const file = JSON.stringify(`file://${secret}`);
      await client.evaluate(session, `location.href = ${file}; 1`);
      await client.evaluate(session, `void open(${file})`);
      await client.evaluate(session, `document.body.innerHTML = "<iframe src=" + ${file} + "></iframe>"; 1`);
      await expect(client.evaluate(session, `fetch(${file}).then((answer) => answer.text())`)).rejects.toThrow();
      const { frameTree } = await client.send<{ frameTree: { frame: { id: string } } }>(
        "Page.getFrameTree",
        {},
        session,
      );
      const world = { frameId: frameTree.frame.id, worldName: "x", grantUniveralAccess: true };
      const made = await client.send<{ executionContextId: number }>("Page.createIsolatedWorld", world, session);
      const inWorld = { contextId: made.executionContextId };
      await expect(client.evaluate(session, `fetch(${file}).then((r) => r.text())`, inWorld)).rejects.toThrow();
      await client.evaluate(session, `location.href = ${file}; 1`, inWorld);
      await client.send("Browser.getVersion");
      expect(await client.evaluate(session, "location.protocol")).toBe(new URL(from).protocol);
    }
  });

  test("a page that reaches a local address anyway is shown to no client", async () => {
    const { client, targetId, session } = await openPage();
    const late = await Client.open(await withMux(browser.connection));
    await client.send("Page.enable", {}, session);
    await client.send("Runtime.enable", {}, session);
    // The service itself may go there, and so may an extension.
    const { sessionId } = await browser.connection.send("Target.attachToTarget", { targetId, flatten: true });
    await browser.connection.send("Page.navigate", { url: `file://${secret}` }, sessionId);
    const seen = client.messages.length;
    for (const [method, params] of [
      ["Runtime.evaluate", { expression: "document.body.innerText" }],
      ["Page.captureScreenshot", {}],
      ["DOM.getDocument", { depth: -1 }],
      ["Page.captureSnapshot", {}],
      ["Page.addScriptToEvaluateOnNewDocument", { source: "1" }],
    ] as const) {
      await expect(client.send(method, params, session), method).rejects.toThrow(
        "the page is at an address of this machine or of an extension",
      );
    }
    expect(JSON.stringify(client.messages.slice(seen))).not.toContain(SECRET);
    const list = await late.send<{ targetInfos: { targetId: string }[] }>("Target.getTargets");
    expect(list.targetInfos.map((info) => info.targetId)).not.toContain(targetId);
    await expect(attach(late, targetId)).rejects.toThrow("Target.attachToTarget is refused");
    await late.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
    expect(JSON.stringify(late.events("Target.attachedToTarget"))).not.toContain(targetId);
    // The client may leave the page.
    await client.send("Page.navigate", { url: "data:text/html,out" }, session);
    await until(
      () =>
        client.evaluate<string>(session, "document.body.innerText").then(
          (text) => text === "out",
          () => false,
        ),
      { what: "the page to be open again" },
    );
  });
});

describe("files that a client names", () => {
  test("files that a client names are those of the session, with links as its processes see them", () => {
    const paths = new RootPath(root);
    const own = join(root, "home/user/own.txt");
    expect(paths.toHost("/home/user/own.txt")).toBe(own);
    expect(paths.toHost("/home/user/../../../../home/user/./alias")).toBe(own);
    expect(paths.toHost("/home/user/up/home/user/own.txt")).toBe(own);
    expect(paths.toHost("/home/user/link")).toBe(join(root, secret));
    expect(paths.toHost("/tmp/new/file")).toBe(join(root, "tmp/new/file"));
    for (const bad of ["home/user", "", "C:\\x", "/a\0b"]) expect(paths.toHost(bad), bad).toBeUndefined();
    expect(paths.toSession(own)).toBe("/home/user/own.txt");
    expect(paths.toSession(root)).toBe("/");
    expect(paths.toSession(secret)).toBeUndefined();
    expect(paths.toSession(`${root}-other/x`)).toBeUndefined();
  });

  test("files of the session reach a file input; a missing file is refused", async () => {
    const { client, session } = await openPage("data:text/html,<input type=file multiple>");
    await client.send("DOM.enable", {}, session);
    const { root: document } = await client.send<{ root: { nodeId: number } }>("DOM.getDocument", {}, session);
    const params = { nodeId: document.nodeId, selector: "input" };
    const { nodeId } = await client.send<{ nodeId: number }>("DOM.querySelector", params, session);
    await client.send("DOM.setFileInputFiles", { nodeId, files: ["/home/user/alias"] }, session);
    const input = "document.querySelector('input').files[0]";
    expect(await client.evaluate(session, `${input}.text()`)).toBe("the session's own");
    for (const path of [secret, "/home/user/link", "own.txt", "/home/user/none"]) {
      await expect(client.send("DOM.setFileInputFiles", { nodeId, files: [path] }, session), path).rejects.toThrow(
        `DOM.setFileInputFiles is refused: the session has no file "${path}"; upload it with \`browserctl fs upload\``,
      );
    }
    expect(await client.evaluate(session, `${input}.text()`)).toBe("the session's own");
    const found = await client.send<{ result: { objectId: string } }>(
      "Runtime.evaluate",
      { expression: input },
      session,
    );
    const info = await client.send("DOM.getFileInfo", { objectId: found.result.objectId }, session);
    expect(info).toEqual({ path: "/home/user/own.txt" });
    const data = { items: [], files: [secret], dragOperationsMask: 1 };
    const drag = { type: "dragEnter", x: 1, y: 1, data };
    await expect(client.send("Input.dispatchDragEvent", drag, session)).rejects.toThrow("is refused");
  });

  test("the browser's command line, which names directories, is not shown", async () => {
    const { client } = await openPage();
    expect(await client.send("SystemInfo.getInfo")).toMatchObject({ commandLine: "" });
  });
});

describe("downloads", () => {
  const serve = () =>
    withServer((request, response) => {
      if (request.url === "/") return response.end("<!doctype html><a id=a href=/file download=got.txt>x</a>");
      response.setHeader("content-disposition", 'attachment; filename="got.txt"');
      return response.end("downloaded");
    });
  const inRoot = (path: string) => readFile(join(root, path), "utf8").catch(() => undefined);

  test("downloads go to the session, whoever starts them, before and after a client directs them elsewhere", async () => {
    const { url } = await serve();
    const { client, session } = await openPage(url);
    const click = "document.getElementById('a').click()";
    await client.evaluate(session, click);
    await until(() => inRoot("home/user/Downloads/got.txt"), { what: "the download" });

    await client.send("Browser.setDownloadBehavior", {
      behavior: "allowAndName",
      downloadPath: "/tmp/artifacts",
      eventsEnabled: true,
    });
    await client.evaluate(session, click);
    const done = await until(
      () =>
        client
          .events("Browser.downloadProgress")
          .find((each) => (each.params as { state: string }).state === "completed"),
      { what: "the second download" },
    );
    const { guid, filePath } = done.params as { guid: string; filePath?: string };
    expect(await inRoot(`tmp/artifacts/${guid}`)).toBe("downloaded");
    if (filePath !== undefined) expect(filePath).toBe(`/tmp/artifacts/${guid}`);
    await expect(
      client.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: "artifacts" }),
    ).rejects.toThrow("downloadPath is no absolute path of the session");
    client.socket.close();
    await client.closed;

    const next = await openPage(url);
    for (const prepare of [
      async () => {},
      () => next.client.send("Browser.setDownloadBehavior", { behavior: "default" }),
    ]) {
      await rm(join(root, "home/user/Downloads/got.txt"));
      await prepare();
      await next.client.evaluate(next.session, click);
      await until(() => inRoot("home/user/Downloads/got.txt"), { what: "a later download" });
    }
  });

  test("downloads of Playwright, and of a separate context, work as usual", async () => {
    const { url } = await serve();
    const viaPlaywright = await playwright.connectOverCDP(await withMux(browser.connection));
    const page = await (await viaPlaywright.newContext()).newPage();
    await page.goto(url);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#a")]);
    expect(await download.failure()).toBeNull();
    expect(download.suggestedFilename()).toBe("got.txt");
    const artifacts = (await readdir(join(root, tmpdir()))).find((name) => name.startsWith("playwright-artifacts-"));
    const [file] = await readdir(join(root, tmpdir(), artifacts ?? "none"));
    expect(await inRoot(join(tmpdir(), artifacts ?? "none", file ?? "none"))).toBe("downloaded");
    await viaPlaywright.close();
  });
});

describe("a browser in a container", () => {
  test("a browser in a container is not guarded: its client names paths as they are", async () => {
    const { connection } = await withChromium();
    const client = await Client.open(await withMux(connection));
    const file = join(await temporaryDirectory(), "page.txt");
    await writeFile(file, "what the browser sees");
    const { targetId } = await client.send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
    const session = await attach(client, targetId);
    await client.send("Page.navigate", { url: `file://${file}` }, session);
    const text = () => client.evaluate<string>(session, "document.body?.innerText ?? ''");
    await until(async () => (await text()).includes("what the browser sees"), { what: "the file" });
    expect((await client.send<{ commandLine: string }>("SystemInfo.getInfo")).commandLine).not.toBe("");
  });
});

test("every method of the protocol that takes a path of files has a rule", () => {
  const protocol = createRequire(import.meta.url)("devtools-protocol/json/browser_protocol.json") as {
    domains: { domain: string; commands: { name: string; parameters?: { name: string }[] }[] }[];
  };
  /** Paths that are not on this machine: of cookies, cache entries, nodes of a document. */
  const otherPaths = ["Network.deleteCookies", "Network.setCookie", "DOM.pushNodeByPathToFrontend"];
  const taking = protocol.domains.flatMap(({ domain, commands }) =>
    commands
      .filter(({ parameters = [] }) =>
        parameters.some(({ name }) => /^(path|files?)$|Path$|File$|BundleUrl$/.test(name)),
      )
      .map(({ name }) => `${domain}.${name}`),
  );
  expect(taking.length).toBeGreaterThan(4);
  expect(taking.filter((method) => !hostMethods.includes(method) && !otherPaths.includes(method))).toEqual([]);
});
