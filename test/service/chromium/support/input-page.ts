import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ActionParams } from "../../../../src/input-rules/action-rules.ts";
import type { BrowserConnection } from "../../../../src/service/chromium/browser-connection.ts";
import type { CdpSession } from "../../../../src/service/chromium/cdp.ts";
import { PageDriver } from "../../../../src/service/chromium/input/page-driver.ts";
import { launchChromium } from "../../../../src/service/chromium/launch.ts";
import { activePage } from "../../../../src/service/chromium/pages.ts";
import { Input } from "../../../../src/service/input/input.ts";
import { CHROMIUM, evaluate } from "../../../support/browser/chromium.ts";
import { until } from "../../../support/until.ts";

export interface InputBrowser {
  connection: BrowserConnection;
  input: Input;
  /** Performs one action with a signal that is never aborted, unless one is given. */
  act<Name extends keyof ActionParams>(
    name: Name,
    params: ActionParams[Name],
    signal?: AbortSignal,
  ): Promise<undefined>;
  /**
   * Shows this body in the active page, and returns our session in it. A body without scripts may replace the body of
   * the previous document: a navigation costs ten times as much.
   */
  show(body: string): Promise<CdpSession>;
  /** Shows this body in the active page as a new document, with an entry in the history. */
  navigate(body: string): Promise<CdpSession>;
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
  const documents = new Documents(connection);
  return {
    connection,
    input,
    act: (name, params, signal = new AbortController().signal) => input.act(name, params, signal),
    show: async (body) => (await documents.write(body)) ?? (await documents.navigate(body)),
    navigate: (body) => documents.navigate(body),
    stop: async () => {
      chromium.kill();
      await chromium.exited;
      await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

/** Documents that a browser shows one after the other in its active page. */
class Documents {
  readonly #connection: BrowserConnection;
  /** Mark of the last document, if another body can replace its body. */
  #reusable: string | undefined;

  constructor(connection: BrowserConnection) {
    this.#connection = connection;
  }

  navigate(body: string): Promise<CdpSession> {
    // A page that is being closed exists for a moment longer.
    return until(
      async () => {
        const { session } = await activePage(this.#connection);
        return showBody(session, body).then(
          (mark) => {
            this.#reusable = hasScripts(body) ? undefined : mark;
            return session;
          },
          () => undefined,
        );
      },
      { what: "a page to show the document" },
    );
  }

  /** Replaces the last body; undefined when that is not possible. */
  async write(body: string): Promise<CdpSession | undefined> {
    const { session, crashed, dialog } = await activePage(this.#connection);
    if (this.#reusable === undefined || hasScripts(body) || crashed || dialog) return undefined;
    const mark = nextMark();
    const written = await evaluate<boolean>(session, writing(this.#reusable, mark, body)).catch(() => false);
    if (!written) return undefined;
    this.#reusable = mark;
    return session;
  }
}

let marks = 0;

function nextMark(): string {
  marks += 1;
  return `document-${marks}`;
}

/** True for a body whose scripts would leave variables and timers to the body after it. */
function hasScripts(body: string): boolean {
  return body.includes("<script");
}

function documentOf(mark: string, body: string): string {
  return `<!doctype html><html id="${mark}"><style>body { margin: 0 }</style><body>${body}${LOG}</body></html>`;
}

const PAINTED = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))";

/** Replaces the document of a page; resolves to its mark when it has loaded and painted. */
export async function showBody(session: CdpSession, body: string): Promise<string> {
  const mark = nextMark();
  await session.send("Page.navigate", {
    url: `data:text/html;charset=utf-8,${encodeURIComponent(documentOf(mark, body))}`,
  });
  const loaded = `document.documentElement?.id === "${mark}" && document.readyState === "complete" && ${PAINTED}`;
  await until(() => evaluate<boolean>(session, loaded).catch(() => false), { what: "the document" });
  return mark;
}

/** Expression that replaces the body with a mark; false when that body is not shown. */
function writing(old: string, mark: string, body: string): string {
  return `document.documentElement?.id === "${old}" && new Promise((resolve) => {
    document.open();
    addEventListener("load", () => resolve(), { once: true });
    document.write(${JSON.stringify(documentOf(mark, body))});
    document.close();
    // Only the first element of a window gets the focus by itself.
    document.querySelector("[autofocus]")?.focus();
    scrollTo(0, 0);
  }).then(() => ${PAINTED})`;
}

/** All events of the page so far, such as `keydown a` or `click 0 x2`; with Shift and Ctrl if they are down. */
export function eventLog(session: CdpSession, ...types: string[]): Promise<string[]> {
  const wanted = JSON.stringify(types);
  return evaluate(session, `log.filter((line) => ${wanted}.length === 0 || ${wanted}.includes(line.split(" ")[0]))`);
}

const LOG = `<script>{
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
}</script>`;
