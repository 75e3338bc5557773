import { untilAborted } from "../../../core/abort.ts";
import { BrowserError, type BrowserErrorKind } from "../../chromium/browser-error.ts";
import { CdpClosedError } from "../../chromium/cdp.ts";
import { LoginError } from "../drive/login-error.ts";
import type { LoginPage } from "../drive/login-page.ts";
import type { PagePicture } from "../drive/page-picture.ts";
import { isReplaced } from "../page/page-session.ts";
import type { KnownValues } from "../values/known-values.ts";
import { LoginFlowError } from "./flow-error.ts";

/** Failures of a page, by the page's behavior. `invalid` is not included, because it is a defect of the service. */
const doings: Readonly<Partial<Record<BrowserErrorKind, string>>> = {
  "dialog-open": "keeps a dialog open",
  "input-not-answered": "does not respond: a script of it does not end",
  "page-not-responding": "does not respond: a script of it does not end, or it shows no document",
  "picker-open": "keeps a list open",
};

/**
 * Failure of a login for an error of its page, its browser or the protocol between them: a website may do anything
 * while it is driven, and the service must not fail because of it. Other errors, which are defects of the service, are
 * returned unchanged.
 */
export function pageFailure(error: unknown): unknown {
  if (error instanceof CdpClosedError) return terminated("the browser of the login was closed or has crashed", error);
  if (error instanceof BrowserError) {
    if (error.kind === "page-closed") return terminated("the login page was closed", error);
    if (error.kind === "page-crashed") return terminated("the login page has crashed", error);
    const doing = doings[error.kind];
    return doing === undefined ? error : pageFault(doing, error);
  }
  if (isReplaced(error)) return pageFault("kept changing while it was read", error);
  if (!(error instanceof LoginError)) return error;
  if (error.kind === "http-authentication") {
    return new LoginFlowError("unsupported_auth_method", error.message, { cause: error });
  }
  if (error.kind === "unreachable") {
    const message = `${error.message}; check the address, or set another one with login_url`;
    return new LoginFlowError("login_page_unreachable", message, { netError: error.netError, cause: error });
  }
  return pageFault("kept changing while it was filled in", error);
}

/** Failure of a login whose page cannot be driven. */
export function pageFault(doing: string, cause?: unknown): LoginFlowError {
  const message = `the login page ${doing}; try again, log in by the live view, or set login_url to another page`;
  return new LoginFlowError("login_failed", message, { cause });
}

/** Failure of a login whose page or browser has ended. */
export function terminated(what: string, cause?: unknown): LoginFlowError {
  const message = `${what}; start the login again, or set login_url to another page`;
  return new LoginFlowError("browser_session_terminated", message, { cause });
}

/** True for a failure of the page alone: its browser still runs. */
export function isPageFault(error: unknown): boolean {
  if (!(error instanceof LoginFlowError)) return false;
  if (error.kind === "browser_session_terminated") return !(error.cause instanceof CdpClosedError);
  return ["login_failed", "login_page_unreachable", "unsupported_auth_method"].includes(error.kind);
}

/** Time for a picture, in milliseconds: the end of a login waits for it. */
const PICTURE_MS = 10_000;

/**
 * Picture of the page on which a login has failed, without the values of the login. Undefined where the page cannot be
 * shown: it has crashed or was closed, a dialog is open, it takes too long, or a part of it cannot be covered for certain.
 */
export async function failurePicture(page: LoginPage, known: KnownValues): Promise<PagePicture | undefined> {
  const signal = AbortSignal.timeout(PICTURE_MS);
  try {
    return await untilAborted(
      page.picture((text) => known.anywhereIn(text), signal),
      signal,
    );
  } catch {
    // The failure of the login counts, not that of its picture.
    return undefined;
  }
}
