/** Values and effect of each helper, as `repl.help` says them. */
const methods: Readonly<Record<string, readonly [values: string, text: string]>> = {
  "repl.help": ["(name?)", "write this list, or the help of one name; the text is also the result"],
  "repl.write": ["(value)", "write a text, or a value as Node shows it"],
  "repl.emitImage": [
    "(image)",
    "put a picture into the answer: bytes, a data URL, { bytes, mimeType? } or { path, mimeType? }",
  ],
  cdp: [
    "(method, params?, sessionId?)",
    "send a command of the debugging protocol to the attached page; Target, Browser, SystemInfo and Storage go to the browser, as does everything with null as session",
  ],
  drainEvents: ["()", "take the events since the last call, 500 at most: { method, params, sessionId?, time }"],
  waitForEvent: [
    "(method, { sessionId?, timeoutSec = 30, predicate? }?)",
    "wait for an event of the attached page, or with null as session of the browser; null after the time",
  ],
  gotoUrl: ["(url)", "open an address; it does not wait for the page to load"],
  pageInfo: ["()", "{ url, title, viewport, scroll, page, ready_state, dialog } of the attached page"],
  accessibilitySnapshot: [
    "()",
    "{ url, title, nodes } of the accessibility tree; a node has backendNodeId, role, name and its states, and can be clicked",
  ],
  click: [
    '(target, { button = "left", clickCount = 1, timeoutSec = 10 }?)',
    "press an element once it is visible, enabled, still and not covered, or a point { x, y } of the viewport at once",
  ],
  typeText: ["(text)", "insert a text into what has the focus"],
  fillInput: [
    "(target, text, { clearFirst = true, timeoutSec = 10 }?)",
    "type into a field key by key, then fire input and change",
  ],
  pressKey: [
    "(key, modifiers?)",
    'press a key such as "Enter" or "a"; modifiers are bits, ["Control"] or { ctrl: true }',
  ],
  scroll: ["(x, y, dy = -300, dx = 0)", "turn the wheel at a point of the viewport"],
  captureScreenshot: [
    '(path = "/tmp/shot.png", fullPage = false, maxDim?)',
    "save a PNG in the session; the result is its path, which repl.emitImage({ path }) shows",
  ],
  listTabs: ["(includeChrome = true)", "open tabs: { targetId, title, url }"],
  currentTab: ["()", "the attached tab: { targetId, title, url }"],
  switchTab: ["(target)", "attach to a tab or a frame by its targetId; the result is the session id"],
  newTab: ["(url?)", "open a tab and attach to it; an empty attached one is used again"],
  closeTab: ["(target?)", "close a tab, the attached one by default"],
  ensureRealTab: ["()", "attach to a page of a website; null when there is none"],
  iframeTarget: ["(part)", "frame with a process of its own whose address has the part; null when there is none"],
  waitMs: ["(milliseconds = 1000)", "wait; a wait for an element or an event is better"],
  waitForLoad: ["(timeoutSec = 15)", "true once the document is complete, false after the time"],
  waitForElement: [
    '(target, { state = "visible", timeoutSec = 10 }?)',
    "true once an element is attached, detached, visible or hidden, false after the time",
  ],
  waitForNetworkIdle: [
    "(idleSec = 0.5, timeoutSec = 30)",
    "true once no request runs for a while, false after the time",
  ],
  js: [
    "(code, { arg?, targetId? }?)",
    "value of an expression, or of a function that is called in the page with arg; the function sees nothing of the REPL",
  ],
  uploadFile: ["(target, paths)", "give files of the session to a field for files"],
  httpGet: [
    "(url, headers?, timeoutSec = 20)",
    "text of an address, asked for from the session; other answers than 2xx throw",
  ],
  "webmcp.listTools": ["({ excludeCustom }?)", "tools that the open pages offer: { tool_ref, tool, source }"],
  "webmcp.invokeTool": [
    "(toolRef, input?, { timeoutSec = 60 }?)",
    "call a tool once: { invocation_id, status, output?, error_text? }",
  ],
  "webmcp.addCustomTools": [
    "({ namespace, tools, forceOverwriteNamespace? })",
    "offer tools of your own, all or none: { kind, match: { url_patterns }, tool, execute }",
  ],
  "webmcp.listCustomTools": ["()", "your own tools: { id, namespace, kind, match, tool }"],
  "webmcp.removeCustomTool": ["(id)", "remove one of your own tools; true when it was there"],
};

const BESIDE = `page, context              Playwright's, of this session; the first code that names one of them connects Playwright
browser                    all helpers, and webmcp
repl.id                    id of this REPL
console                    log, info and table write to stdout; warn and error to stderr
require, import(), fs, …   Node's modules, and those in the current directory
`;

/** Help of all helpers, or of one by its name with or without what is before its dot. Throws for an unknown name. */
export function helpOf(name: unknown): string {
  if (name === undefined) {
    const lines = Object.entries(methods).map(([method, [values, text]]) => `${method}${values}\n    ${text}`);
    return `${lines.join("\n")}\n${BESIDE}`;
  }
  const wanted = String(name).replace(/^browser\./, "");
  const found = Object.entries(methods).find(([method]) => method === wanted || method.endsWith(`.${wanted}`));
  if (!found) throw new RangeError(`repl.help: there is nothing called ${JSON.stringify(name)}; repl.help() lists all`);
  const [method, [values, text]] = found;
  return `${method}${values}\n    ${text}\n`;
}
