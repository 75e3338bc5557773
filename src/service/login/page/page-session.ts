import { within } from "../../../core/pause.ts";
import { BrowserError } from "../../chromium/browser-error.ts";
import {
  type CdpConnection,
  CdpError,
  type CdpMethod,
  type CdpParams,
  type CdpResult,
  CdpSession,
} from "../../chromium/cdp.ts";
import type { WatchedPage } from "../../chromium/page-watch.ts";
import { assertUsable } from "../../chromium/pages.ts";

/** Maximum time without an answer of the page. */
const ANSWER_BOUND_MS = 15_000;
const CHECK_EVERY_MS = 50;
/** Error codes of Chromium for a command that is invalid, whatever the page does. */
const WRONG_COMMAND = [-32700, -32600, -32601];
/**
 * Text for parameters of a wrong type. Parameters that refer to something that is gone have the same code, but another
 * text.
 */
const WRONG_TYPE = /: Invalid parameters$/;

/**
 * Session in a page, or in a frame of it, in which every command ends: with a `BrowserError` as soon as the page has
 * crashed or shows a JavaScript dialog, and after 15 s without an answer. Otherwise a page could block every command by
 * a script that does not end.
 */
export class PageSession extends CdpSession {
  readonly #page: WatchedPage;

  constructor(connection: CdpConnection, id: string, page: WatchedPage) {
    super(connection, id);
    this.#page = page;
  }

  override send<M extends CdpMethod>(method: M, params?: CdpParams<M>[0] | undefined): Promise<CdpResult<M>> {
    return whileUsable(this.#page, super.send(method, params));
  }

  /**
   * Sends a command that a dialog does not end, and that has no time limit; the caller answers the dialog and limits
   * the time.
   */
  sendOpenly<M extends CdpMethod>(method: M, params?: CdpParams<M>[0] | undefined): Promise<CdpResult<M>> {
    return super.send(method, params);
  }
}

/**
 * Result of work in a page. Rejects with a `BrowserError` as soon as the page has crashed or shows a dialog, and after
 * 15 s; the work continues then, and its result is ignored.
 */
export async function whileUsable<T>(page: WatchedPage, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  const done = work.then((value) => ({ value }));
  done.catch(() => {});
  const end = performance.now() + ANSWER_BOUND_MS;
  for (;;) {
    const result = await within(done, CHECK_EVERY_MS);
    if (result) return result.value;
    signal?.throwIfAborted();
    assertUsable(page);
    if (performance.now() > end) throw notResponding();
  }
}

/** True for an error of a page that shows a JavaScript dialog. */
export function isDialogOpen(error: unknown): boolean {
  return error instanceof BrowserError && error.kind === "dialog-open";
}

/** True for an error of a command that a page has caused by replacing the document or the element. */
export function isReplaced(error: unknown): error is CdpError {
  return error instanceof CdpError && !WRONG_COMMAND.includes(error.code) && !WRONG_TYPE.test(error.message);
}

/** Undefined for an error of a command that a page has caused by replacing the document; throws other errors. */
export function ignoreReplaced(error: unknown): undefined {
  if (isReplaced(error)) return undefined;
  throw error;
}

function notResponding(): BrowserError {
  return new BrowserError("page-not-responding", `the page has not answered for ${ANSWER_BOUND_MS / 1_000} s`);
}
