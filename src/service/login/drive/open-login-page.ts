import { randomBytes } from "node:crypto";
import { untilAborted } from "../../../core/abort.ts";
import { pause } from "../../../core/pause.ts";
import type { BrowserConnection } from "../../chromium/browser-connection.ts";
import { BrowserError } from "../../chromium/browser-error.ts";
import type { CdpSession } from "../../chromium/cdp.ts";
import { isList, nameOf } from "../page/classify-field.ts";
import { type LoginEvidence, readEvidence } from "../page/evidence.ts";
import type { ReadFrame } from "../page/frames.ts";
import type { PageFacts } from "../page/page-facts.ts";
import { ignoreReplaced, isDialogOpen, isReplaced } from "../page/page-session.ts";
import { pageText } from "../page/page-text.ts";
import { readPage, type Target } from "../page/read-page.ts";
import { chooseOption } from "./choose-option.ts";
import { clickButton, pressEnter } from "./click.ts";
import { type DrivenPage, DrivenPages, type Followers, heldByDialog, retried } from "./driven-page.ts";
import { HiddenPages, type HiddenVisit, type IsKnown, settledFacts, stillnessOf } from "./hidden-page.ts";
import type { FindHidden } from "./hidden-parts.ts";
import { LoginError } from "./login-error.ts";
import type { AllowedOrigin, LoginPage, RequestWatch, SentTo } from "./login-page.ts";
import { openAddress } from "./open-address.ts";
import { type PagePicture, pagePicture } from "./page-picture.ts";
import { PageRequests } from "./page-requests.ts";
import { PlannedControls } from "./planned-controls.ts";
import { type PageEventListener, Recording } from "./recording.ts";
import { originText, refusedReach } from "./refused-reach.ts";
import { SendGuard } from "./send-guard.ts";
import { SETTLE_BOUND_MS } from "./stillness.ts";
import { assertTypable, setValue, typedState, typeValue } from "./type-value.ts";

/** Maximum time in milliseconds in which a missing or disabled control may come back. */
const CONTROL_BOUND_MS = 3_000;
/** Time for a document that is being replaced. */
const REPLACED_BOUND_MS = 10_000;
/** Age below which an empty popup is still waiting for its document. */
const EMPTY_POPUP_MS = 3_000;

/**
 * Login page of a browser: the shown page becomes the driven one. Its JavaScript dialogs are reported and stay open
 * until they are answered; other clients that listen may answer them too. The caller must close it. Rejects with the
 * signal's reason as soon as it is aborted, even while the browser does not answer, and like a {@link LoginPage} for a
 * browser or page that has ended.
 */
export async function openLoginPage(connection: BrowserConnection, signal: AbortSignal): Promise<LoginPage> {
  const starting = startPage(connection);
  try {
    return await untilAborted(starting, signal);
  } catch (error) {
    starting.then(
      (page) => page.close(),
      () => {},
    );
    throw error;
  }
}

async function startPage(connection: BrowserConnection): Promise<LoginPage> {
  const recording = new Recording();
  const guard = await SendGuard.start(connection, () => recording.documentFollows());
  try {
    const followers = { requests: new PageRequests(guard), recording };
    const pages = await DrivenPages.start(connection, followers);
    return new BrowserLoginPage(connection, { ...followers, guard, pages });
  } catch (error) {
    guard.stop();
    throw error;
  }
}

interface Parts extends Required<Followers> {
  readonly guard: SendGuard;
  readonly pages: DrivenPages;
}

class BrowserLoginPage implements LoginPage {
  readonly planned: PlannedControls;
  readonly #connection: BrowserConnection;
  readonly #recording: Recording;
  readonly #requests: PageRequests;
  readonly #guard: SendGuard;
  readonly #pages: DrivenPages;
  readonly #hidden: HiddenPages;
  readonly #secret = randomBytes(32);

  constructor(connection: BrowserConnection, { requests, recording, guard, pages }: Parts) {
    this.#connection = connection;
    this.#requests = requests;
    this.#recording = recording;
    this.#guard = guard;
    this.#pages = pages;
    this.#hidden = new HiddenPages(connection, guard);
    this.planned = new PlannedControls(connection, { requests, guard, read: (signal) => this.#read(signal) });
  }

  async facts(signal: AbortSignal, isKnown?: IsKnown): Promise<PageFacts> {
    const end = performance.now() + SETTLE_BOUND_MS;
    const appeared = new Map<DrivenPage, number>();
    const stillness = stillnessOf(this.#requests, isKnown);
    for (;;) {
      const { page, popup } = await this.#current(signal);
      if (!appeared.has(page)) appeared.set(page, performance.now());
      const frames = await this.#readNow(page, signal);
      const now = performance.now();
      if (frames === heldByDialog) return dialogFacts(page, popup);
      if (frames) {
        const isYoung = now - (appeared.get(page) ?? now) < EMPTY_POPUP_MS;
        const waits = popup && isYoung && frames[0]?.raw.url === "about:blank";
        const settled = stillness.isSettled(frames, waits);
        if (settled || now > end) return settledFacts(frames, this.#requests, { popup, settled });
      } else stillness.unread();
      if (now > end + REPLACED_BOUND_MS) throw new BrowserError("page-not-responding", "the page shows no document");
      await pause(stillness.pauseMs, signal);
    }
  }

  async fill(ref: string, value: string, allowed: AllowedOrigin, signal: AbortSignal): Promise<void> {
    const watch = this.#requests.watch();
    try {
      const { page, target } = await this.#find(ref, ["fill"], signal);
      assertTypable(value, target.label);
      assertAllowed(target, allowed);
      const [part] = target.does === "fill" ? target.parts : [];
      if (part) {
        const { origin, url } = part.frame.raw;
        const field = pageText(nameOf(part.raw), 60);
        this.#guard.typed({ value, field, origin: pageText(origin), from: url, allowed });
      }
      if (part && isList(part.raw)) return await chooseOption(part, value);
      this.#requests.typed(value);
      await this.#fill(page, ref, target, value, { allowed, signal, posted: () => watch.posted });
    } finally {
      watch.stop();
    }
  }

  async press(ref: string, allowed: AllowedOrigin, signal: AbortSignal): Promise<void> {
    const target = await this.#pressOnce(ref, allowed, signal);
    if (target.does !== "click" || !target.then) return;
    const again = await this.#find(ref, ["click"], signal).catch(ignoreGone);
    if (again?.target.does !== "click" || !again.target.then) return;
    assertAllowed(again.target, allowed);
    await clickButton(again.page, again.target.then, signal).catch(ignoreReplaced);
  }

  /** Presses a control. Looks for it again when the page has replaced it, and nothing was pressed. */
  async #pressOnce(ref: string, allowed: AllowedOrigin, signal: AbortSignal): Promise<FoundTarget> {
    const end = performance.now() + CONTROL_BOUND_MS;
    for (;;) {
      const { page, target } = await this.#find(ref, ["click", "enter"], signal);
      assertAllowed(target, allowed);
      try {
        await this.#pressTarget(page, target, signal);
        return target;
      } catch (error) {
        if (!isReplaced(error) && !isDialogOpen(error)) throw error;
        if (performance.now() > end) throw gone(ref, undefined, isDialogOpen(error));
      }
    }
  }

  async #pressTarget(page: DrivenPage, target: FoundTarget, signal: AbortSignal): Promise<void> {
    if (target.does === "click") return clickButton(page, target.button, signal);
    if (target.does === "enter") await pressEnter(this.#connection, page, target.part, signal);
  }

  async open(url: string, signal: AbortSignal): Promise<void> {
    const { page } = await this.#current(signal);
    await openAddress(page, url, signal);
  }

  async answerDialog(accept: boolean, signal: AbortSignal): Promise<void> {
    const { page } = await this.#current(signal);
    await page.answerDialog(accept);
    signal.throwIfAborted();
  }

  async evidence(signal: AbortSignal): Promise<LoginEvidence> {
    const { frames } = await this.#read(signal);
    if (frames === heldByDialog) throw new BrowserError("dialog-open", "a dialog is open over the login page");
    return await readEvidence(this.#connection, frames, this.#secret);
  }

  prepareLook(): void {
    this.#hidden.prepare();
  }

  look(visit: HiddenVisit, signal: AbortSignal): Promise<PageFacts> {
    return this.#hidden.read(visit, signal);
  }

  async forgetSite(url: string, signal: AbortSignal): Promise<void> {
    const { page } = await this.#current(signal);
    await forgetSite(page.session, url);
  }

  async picture(find: FindHidden, signal: AbortSignal): Promise<PagePicture | undefined> {
    const { page, frames } = await this.#read(signal);
    return frames === heldByDialog ? undefined : untilAborted(pagePicture(page.session, frames, find), signal);
  }

  watchRequests(): RequestWatch {
    return this.#requests.watch();
  }

  get refusal(): LoginError | undefined {
    return this.#guard.refusal;
  }

  get sentTo(): readonly SentTo[] {
    return this.#guard.sentTo;
  }

  async record(listener: PageEventListener, signal: AbortSignal): Promise<void> {
    await untilAborted(this.#recording.start(listener), signal);
  }

  close(): void {
    this.#hidden.close();
    this.#recording.stop();
    this.#pages.leave();
    this.#guard.stop();
  }

  async #fill(page: DrivenPage, ref: string, target: FoundTarget, value: string, options: FillOptions): Promise<void> {
    if (target.does !== "fill") return;
    if (target.parts[0]?.raw.readOnly) {
      throw new LoginError("not-fillable", `the field ${JSON.stringify(target.label)} is read-only`);
    }
    const { signal, posted, allowed } = options;
    const loose = target.isCode || target.inputType === "tel";
    try {
      await typeValue(this.#connection, page, target.parts, value, signal);
    } catch (error) {
      // The document was replaced while the value was typed, or a dialog has opened.
      if (!isReplaced(error) && !isDialogOpen(error) && !page.watched.dialog) throw error;
    }
    if (posted() || page.watched.dialog) return;
    if ((await typedState(target.parts, value, loose)) === "kept") return;
    // The page has replaced the control, has taken the focus away, or does not listen to keys.
    const again = await this.#find(ref, ["fill"], signal).catch(ignoreGone);
    if (again?.target.does !== "fill" || posted()) return;
    if ((await typedState(again.target.parts, value, loose)) === "kept") return;
    assertAllowed(again.target, allowed);
    await setValue(again.target.parts, value).catch(ignoreInterrupted);
    const last = await this.#find(ref, ["fill"], signal).catch(ignoreGone);
    if (last?.target.does !== "fill" || posted()) return;
    if ((await typedState(last.target.parts, value, loose)) !== "different") return;
    const message = `the page does not keep the value for ${JSON.stringify(target.label)} (${value.length} characters)`;
    throw new LoginError("not-fillable", message);
  }

  /**
   * Looks for a control in the current page. Waits for one that is being rendered, until the page neither loads nor
   * changes without it, and a little for one that is disabled.
   */
  async #find(
    ref: string,
    kinds: readonly Target["does"][],
    signal: AbortSignal,
  ): Promise<{ page: DrivenPage; target: FoundTarget }> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), CONTROL_BOUND_MS);
    const stillness = stillnessOf(this.#requests);
    try {
      for (;;) {
        const { page, frames } = await this.#read(signal);
        const isHeld = frames === heldByDialog;
        const target = isHeld ? undefined : readPage(frames).targets.get(ref);
        const usable = target && kinds.includes(target.does) && !isDisabled(target);
        if (target && usable) return { page, target: found(target) };
        const isSettled = !isHeld && stillness.isSettled(frames, false);
        if (late.signal.aborted || (isSettled && !target)) throw gone(ref, target, page.watched.dialog !== undefined);
        await pause(stillness.pauseMs, signal);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Current page; retries while it closes or opens. */
  #current(signal: AbortSignal): ReturnType<DrivenPages["current"]> {
    return retried(() => this.#pages.current(), REPLACED_BOUND_MS, signal);
  }

  /** Current page and its frames; waits while its document is being replaced, or while it closes. */
  #read(signal: AbortSignal): Promise<CurrentFrames> {
    const read = async (): Promise<CurrentFrames> => {
      const { page } = await this.#pages.current();
      return { page, frames: await page.read(signal) };
    };
    return retried(read, REPLACED_BOUND_MS, signal);
  }

  /** Frames of the page; undefined while its document is being replaced. */
  async #readNow(page: DrivenPage, signal: AbortSignal): Promise<ReadFrame[] | typeof heldByDialog | undefined> {
    return page.read(signal).catch(ignoreReplaced);
  }
}

export interface CurrentFrames {
  readonly page: DrivenPage;
  readonly frames: ReadFrame[] | typeof heldByDialog;
}

interface FillOptions {
  readonly allowed: AllowedOrigin;
  readonly signal: AbortSignal;
  posted(): boolean;
}

/** Target with its label and other facts for messages and checks. */
type FoundTarget = Target & { readonly label: string; readonly inputType: string };

function found(target: Target): FoundTarget {
  const part = target.does === "fill" ? target.parts[0] : target.does === "enter" ? target.part : target.button;
  const raw = part?.raw;
  const label = raw?.field ? raw.label || raw.placeholder || raw.name : (raw?.texts[0] ?? "");
  return {
    ...target,
    label: pageText(label, 60),
    inputType: raw?.type ?? "",
  };
}

function isDisabled(target: Target): boolean {
  return target.does === "click" && target.button.raw.disabled;
}

function assertAllowed({ label, reach }: FoundTarget, allowed: AllowedOrigin): void {
  const refused = refusedReach(reach, allowed);
  if (!refused) return;
  const message = `the control ${JSON.stringify(label)} ${refused.by === "form" ? "is sent to" : "stands on"} ${JSON.stringify(originText(refused.address))}, which is not an allowed domain; nothing was entered there`;
  throw new LoginError("domain-not-allowed", message, { refused });
}

function gone(ref: string, target: Target | undefined, dialog: boolean): LoginError {
  const why = dialog
    ? "a dialog is open over the page"
    : target
      ? "it is disabled"
      : "the page does not show it any more";
  return new LoginError("control-gone", `cannot use the control ${JSON.stringify(ref)}: ${why}`);
}

function dialogFacts({ watched }: DrivenPage, popup: boolean): PageFacts {
  const { type = "alert", message = "" } = watched.dialog ?? {};
  const dialog = { type, message: pageText(message) };
  return { ...readPage([]).facts, url: watched.url, dialog, popup, settled: true };
}

function ignoreGone(error: unknown): undefined {
  if (error instanceof LoginError && error.kind === "control-gone") return undefined;
  throw error;
}

function ignoreInterrupted(error: unknown): undefined {
  return isDialogOpen(error) ? undefined : ignoreReplaced(error);
}

/** Stored state that `clearDataForOrigin` deletes besides the cookies. */
const STORAGE = "local_storage,indexeddb,service_workers,cache_storage";

/** Deletes the cookies that an address gets, and the stored state of its origin. */
async function forgetSite(session: CdpSession, url: string): Promise<void> {
  const { origin } = new URL(url);
  const { cookies } = await session.send("Network.getCookies", { urls: [url] });
  await Promise.all([
    ...cookies.map(({ name, domain, path }) => session.send("Network.deleteCookies", { name, domain, path })),
    session.send("Storage.clearDataForOrigin", { origin, storageTypes: STORAGE }),
    // Chromium knows the session storage of an origin only while a document of it is shown.
    session
      .send("DOMStorage.clear", { storageId: { securityOrigin: origin, isLocalStorage: false } })
      .catch(ignoreReplaced),
  ]);
}
