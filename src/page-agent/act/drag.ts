import type { FramePoint } from "../page/operations.ts";
import { described } from "../references.ts";
import { Refusal } from "../requests.ts";
import type { AgentPage, EventParams, TargetSession } from "../target.ts";
import { wait, within } from "../waiting.ts";
import { aimAt } from "./aim.ts";
import type { CheckedElement } from "./check-element.ts";
import { button, checkReceived } from "./mouse.ts";

/** Number of steps of a drag, and the one after which the browser has begun its own drag and drop. */
const STEPS = 8;
const BEGIN_STEP = 2;
/** Maximum time for the browser to tell of a drag after the move that began it, in milliseconds. */
const BEGIN_BOUND_MS = 400;
/** Time between two steps, and at the end before the button comes up, in milliseconds: pages follow a drag by timers. */
const STEP_MS = 10;
const REST_MS = 120;
/** Part of an item by which the mouse goes on behind its middle: in front of it the item keeps its place in a list. */
const BEHIND_MIDDLE = 0.25;

/**
 * Drags an element onto another one, by mouse events and, where the page asks for it, by those of drag and drop. Onto an item
 * of the same list means into its place. Throws {@link Refusal} `not_visible` when the two are never in view together.
 */
export async function dragElement(
  page: AgentPage,
  from: CheckedElement,
  to: CheckedElement,
  force: boolean,
): Promise<void> {
  await from.target.run("listen");
  await from.target.run("unselect");
  const [start, end] = await aimBoth(page, from, to, force);
  const html = new HtmlDrag(page.session);
  await html.start();
  try {
    await button(page, "mousePressed", start, 1);
    const isDraggable = await from.target.run("isDraggable").catch(() => false);
    for (let step = 1; step <= STEPS; step += 1) {
      await html.move(between(start, end, step / STEPS));
      if (isDraggable && (step === BEGIN_STEP || step === STEPS)) await html.begun(BEGIN_BOUND_MS);
      await wait(STEP_MS);
    }
    // Again at the same place: the page may have made room for what is dragged.
    await html.move(end);
    await wait(REST_MS);
    await html.drop(end);
    await button(page, "mouseReleased", end, 1);
  } finally {
    await html.stop();
  }
  await checkReceived(page, from, force);
}

/** Drag and drop of the browser, which it leaves to its client; mouse events until it has begun. */
class HtmlDrag {
  readonly #session: TargetSession;
  readonly #begun = Promise.withResolvers<void>();
  #stopListening = (): void => {};
  #data: EventParams<"Input.dragIntercepted">["data"] | undefined;
  #hasEntered = false;

  constructor(session: TargetSession) {
    this.#session = session;
  }

  async start(): Promise<void> {
    this.#stopListening = this.#session.on("Input.dragIntercepted", ({ data }) => {
      this.#data = data;
      this.#begun.resolve();
    });
    await this.#session.send("Input.setInterceptDrags", { enabled: true });
  }

  /** Waits until the drag has begun, for at most `boundMs`. */
  async begun(boundMs: number): Promise<void> {
    if (!this.#data) await within(this.#begun.promise, boundMs);
  }

  async move(at: FramePoint): Promise<void> {
    if (!this.#data) {
      const event = { type: "mouseMoved", ...at, button: "left", buttons: 1 } as const;
      await this.#session.send("Input.dispatchMouseEvent", event);
      return;
    }
    if (!this.#hasEntered) await this.#send("dragEnter", at);
    this.#hasEntered = true;
    await this.#send("dragOver", at);
  }

  async drop(at: FramePoint): Promise<void> {
    if (this.#data) await this.#send("drop", at);
  }

  async stop(): Promise<void> {
    this.#stopListening();
    await this.#session.send("Input.setInterceptDrags", { enabled: false }).catch(() => {});
  }

  async #send(type: "dragEnter" | "dragOver" | "drop", at: FramePoint): Promise<void> {
    if (this.#data) await this.#session.send("Input.dispatchDragEvent", { type, ...at, data: this.#data });
  }
}

/** Points of both elements while both are in view: looking at the one may have scrolled the other. */
async function aimBoth(
  { session }: AgentPage,
  from: CheckedElement,
  to: CheckedElement,
  force: boolean,
): Promise<[start: FramePoint, end: FramePoint]> {
  await aimAt(session, from, force);
  const aimed = await aimAt(session, to, force);
  const before = (await to.target.run("state")).box;
  const { inPage: start } = await aimAt(session, from, force);
  const { box } = await to.target.run("state");
  const isMoved = Math.abs(box.x - before.x) > 1 || Math.abs(box.y - before.y) > 1;
  if (isMoved) {
    const words = `${described(from.reference)} and ${described(to.reference)} are not in view at the same time`;
    throw new Refusal("not_visible", words, "drag it in steps, onto something nearer");
  }
  const isSameFrame = from.reference.frameId === to.reference.frameId && from.reference.role !== "slider";
  const { inFrame, inPage } = aimed;
  if (!isSameFrame || !(await from.target.run("isBeside", inFrame.x, inFrame.y))) return [start, inPage];
  const [across, down] = [inPage.x - start.x, inPage.y - start.y];
  const isAcross = Math.abs(across) > Math.abs(down);
  const x = isAcross ? Math.sign(across) * box.width * BEHIND_MIDDLE : 0;
  const y = isAcross ? 0 : Math.sign(down) * box.height * BEHIND_MIDDLE;
  const cover = await to.target.run("coverAt", inFrame.x + x, inFrame.y + y);
  return [start, cover === undefined ? { x: inPage.x + x, y: inPage.y + y } : inPage];
}

function between(from: FramePoint, to: FramePoint, part: number): FramePoint {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
