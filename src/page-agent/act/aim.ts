import type { FramePoint } from "../page/operations.ts";
import { described } from "../references.ts";
import { Refusal } from "../requests.ts";
import type { TargetSession } from "../target.ts";
import { wait } from "../waiting.ts";
import { type CheckedElement, checkIdentity, outOfView } from "./check-element.ts";
import type { FoundElement } from "./element-handle.ts";

/** Time that the mouse rests on an element before it presses, because pages move what the mouse comes near, in milliseconds. */
const REST_MS = 60;
/** Number of times that the mouse follows an element that has moved away from it. */
const MAX_AIMS = 3;
/** Time in which what is in front may pass, such as a list that fades out after a choice, in milliseconds. */
const PASSING_MS = 500;

/** Point of an element, in its frame and in the page. */
export interface Aim {
  readonly inFrame: FramePoint;
  readonly inPage: FramePoint;
}

/**
 * Moves the mouse to a point at which the element itself is hit, in its frame and in every frame around it, and looks again
 * after the page has seen the mouse. Throws {@link Refusal} `covered` or `not_visible`. `force` presses what is in front.
 */
export async function aimAt(mouse: TargetSession, checked: CheckedElement, force: boolean): Promise<Aim> {
  let cover = "";
  const places = new Set<string>();
  const end = performance.now() + PASSING_MS;
  for (let aims = 0; aims < MAX_AIMS || performance.now() < end; aims += 1) {
    const aim = await pointOf(checked, force);
    const { box } = await checked.target.run("state");
    places.add(`${Math.round(box.x)} ${Math.round(box.y)}`);
    if (typeof aim === "string") {
      cover = aim;
      await wait(REST_MS);
    } else {
      await mouse.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...aim.inPage });
      await checked.target.react(REST_MS);
      const now = await coverNow(checked, aim);
      if (force) return aim;
      if (now === undefined) {
        // The page may have reused the element in the meantime, also because the mouse came near.
        await checkIdentity(checked.element, checked.reference);
        return aim;
      }
      cover = now;
    }
  }
  if (places.size >= MAX_AIMS) {
    throw new Refusal("moving", `${described(checked.reference)} moves away from the mouse`, "wait");
  }
  const words = `${described(checked.reference)} is covered by ${cover}`;
  throw new Refusal("covered", words, "close or scroll away what covers it");
}

/** Point that hits the element; otherwise what is in front of it. */
async function pointOf(checked: CheckedElement, force: boolean): Promise<Aim | string> {
  const { target } = checked;
  let cover = "";
  for (const centre of [false, true]) {
    await target.run("scrollTo", centre);
    const points = await target.run("hitPoints");
    for (const { cover: own, x, y } of points) {
      const inPage = await inPageOf(checked, { x, y });
      const outer = own === undefined || force ? inPage.cover : own;
      if (outer === undefined || force) return { inFrame: { x, y }, inPage: inPage.point };
      cover = outer;
    }
  }
  if (cover !== "") return cover;
  throw outOfView(checked.reference);
}

/** Point in the page, and what is in front of the frame there. */
export async function inPageOf(
  { owners }: FoundElement,
  inFrame: FramePoint,
): Promise<{ point: FramePoint; cover: string | undefined }> {
  let point = inFrame;
  let cover: string | undefined;
  for (const owner of owners) {
    const corner = await owner.run("frameCorner");
    point = { x: point.x + corner.x, y: point.y + corner.y };
    cover ??= await owner.run("coverAt", point.x, point.y);
  }
  return { point, cover };
}

async function coverNow(checked: CheckedElement, { inFrame }: Aim): Promise<string | undefined> {
  const own = await checked.target.run("coverAt", inFrame.x, inFrame.y);
  return own ?? (await inPageOf(checked, inFrame)).cover;
}
