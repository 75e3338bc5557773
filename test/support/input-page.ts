import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ActionParams } from "../../src/input-rules/action-rules.ts";
import type { BrowserConnection } from "../../src/service/chromium/browser-connection.ts";
import type { CdpSession } from "../../src/service/chromium/cdp.ts";
import { PageDriver } from "../../src/service/chromium/input/page-driver.ts";
import { launchChromium } from "../../src/service/chromium/launch.ts";
import { activePage } from "../../src/service/chromium/pages.ts";
import { Input } from "../../src/service/input/input.ts";
import { CHROMIUM, evaluate } from "./chromium.ts";
import { until } from "./until.ts";

export interface InputBrowser {
  connection: BrowserConnection;
  input: Input;
  /** Does one thing with a signal that is never aborted, unless one is given. */
  act<Name extends keyof ActionParams>(
    name: Name,
    params: ActionParams[Name],
    signal?: AbortSignal,
  ): Promise<undefined>;
  /** Shows a document of this body in the active page, and gives our session in it. */
  show(body: string): Promise<CdpSession>;
  stop(): Promise<void>;
}

/** A real Chromium with a viewport of 800x600, for all tests of a file. */
export async function startInputBrowser(): Promise<InputBrowser> {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-input-"));
  const chromium = await launchChromium({
    executable: CHROMIUM,
    userDataDir: directory,
    viewport: { width: 800, height: 600 },
    stealth: false,
    env: process.env,
  });
  const { connection } = chromium;
  const input = new Input(new PageDriver(connection), connection.closed);
  return {
    connection,
    input,
    act: (name, params, signal = new AbortController().signal) => input.act(name, params, signal),
    show: (body) =>
      // A page that is just being closed is one for a moment longer.
      until(
        async () => {
          const { session } = await activePage(connection);
          return showBody(session, body).then(
            () => session,
            () => undefined,
          );
        },
        { what: "a page to show the document" },
      ),
    stop: async () => {
      chromium.kill();
      await chromium.exited;
      await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

let documents = 0;

/** Replaces the document of a page; resolves when it has loaded and painted. */
export async function showBody(session: CdpSession, body: string): Promise<void> {
  const mark = `document-${++documents}`;
  const html = `<!doctype html><html id="${mark}"><style>body { margin: 0 }</style><body>${body}${LOG}</body></html>`;
  await session.send("Page.navigate", { url: `data:text/html;charset=utf-8,${encodeURIComponent(html)}` });
  const loaded = `document.documentElement?.id === "${mark}" && document.readyState === "complete" &&
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))`;
  await until(() => evaluate<boolean>(session, loaded).catch(() => false), { what: "the document" });
}

/** Every event of the page so far, such as `keydown a` or `click 0 x2`; with Shift and Ctrl where they are down. */
export function eventLog(session: CdpSession, ...types: string[]): Promise<string[]> {
  const wanted = JSON.stringify(types);
  return evaluate(session, `log.filter((line) => ${wanted}.length === 0 || ${wanted}.includes(line.split(" ")[0]))`);
}

const LOG = `<script>
  window.log = [];
  const held = (e) => (e.ctrlKey ? "C" : "") + (e.shiftKey ? "S" : "") + (e.altKey ? "A" : "") + (e.metaKey ? "M" : "");
  const say = (...words) => log.push(words.filter((word) => word !== "").join(" "));
  for (const type of ["keydown", "keypress", "keyup"])
    addEventListener(type, (e) => say(type, e.key, e.code, e.keyCode, e.location || "", held(e)), true);
  addEventListener("input", (e) => say("input", e.inputType), true);
  for (const type of ["mousedown", "mouseup", "click", "dblclick", "auxclick", "contextmenu"])
    addEventListener(type, (e) => say(type, e.clientX + "," + e.clientY, e.button, "x" + e.detail, held(e)), true);
  addEventListener("mousemove", (e) => say("mousemove", e.clientX + "," + e.clientY, e.buttons, held(e)), true);
  addEventListener("wheel", (e) => say("wheel", e.deltaX + "," + e.deltaY, held(e)), true);
</script>`;
