import type { CandidateControl, ControlShape, DescribedControl } from "../../../login-reader/described-control.ts";
import type { KnownValues } from "../values/known-values.ts";
import { isAtPlace, isGenerated, placeOf } from "./taught-place.ts";
import type { TaughtPlace } from "./taught-plan.ts";

/** Addresses of a frame and of its page. */
export interface SeenPlace {
  readonly url: string;
  readonly isMainFrame: boolean;
  readonly pageUrl: string;
}

/** Control of a page, and its addresses. */
export interface SeenControl extends SeenPlace {
  readonly control: CandidateControl;
}

/** Features that must all be the same. */
const features = [
  ...(["tag", "type", "role", "name", "id", "autocomplete", "inputMode", "maxLength"] as const),
  ...(["label", "text", "href", "form", "key"] as const),
] satisfies readonly (keyof DescribedControl)[];

/** Features of which one is enough to tell a control from all others. */
const names = [
  "name",
  "id",
  "label",
  "text",
  "autocomplete",
  "href",
] as const satisfies readonly (keyof DescribedControl)[];

/**
 * Control as it is stored and compared: without generated names, without tokens in addresses, and without values of the
 * login.
 */
export function lasting(control: DescribedControl, known: KnownValues): DescribedControl {
  const redacted = (text: string): string => known.redact(text);
  const own = (name: string): string => (isGenerated(name) ? "" : redacted(name));
  const { tag, type, role, autocomplete, inputMode, maxLength, label, text, href, form, place, of } = control;
  const { key, isField } = control;
  return {
    ...{ tag, type, role, autocomplete, inputMode, maxLength, place, of },
    name: own(control.name),
    id: own(control.id),
    label: redacted(label),
    text: redacted(text),
    href: href === "" ? "" : placeOf(href, known),
    form: form
      .split(" ")
      .map((part) => (part.includes("/") ? pathOf(part, known) : own(part)))
      .join(" "),
    ...(isField && { isField }),
    // The character of a key could be one of a secret.
    ...(key !== undefined && { key: "" }),
  };
}

function pathOf(path: string, known: KnownValues): string {
  return placeOf(`http://form${path}`, known).replace("http://form", "");
}

/** Place of a control. */
export function placeOfControl({ url, isMainFrame, pageUrl }: SeenPlace, known: KnownValues): TaughtPlace {
  const page = placeOf(pageUrl, known);
  return isMainFrame ? { page } : { page, frame: placeOf(url, known) };
}

/** Control that a search has found, or why it has not. */
export type Match<T> = { readonly found: T } | { readonly problem: "missing" | "ambiguous" | "unusable" };

/**
 * The one control that a plan describes. All features of it must be as they were; where several controls have them, and
 * for a control without a name, its position must be too.
 */
export function matchControl<T extends SeenControl>(
  step: TaughtPlace & { readonly control: DescribedControl },
  seen: readonly T[],
  known: KnownValues,
): Match<T> {
  const { control: wanted } = step;
  const here = seen.filter((one) => isThere(one, step, known));
  const alike = here.filter(({ control }) => isAlike(wanted, lasting(control, known)));
  const isNamed = names.some((feature) => wanted[feature] !== "");
  const [one, other] = isNamed && alike.length === 1 ? alike : alike.filter((each) => hasPosition(each, wanted));
  if (other) return { problem: "ambiguous" };
  if (one) return isUsable(one) ? { found: one } : { problem: "unusable" };
  return { problem: alike.length > 0 && isNamed ? "ambiguous" : "missing" };
}

/**
 * Key of a keypad that writes a character. The case of a letter counts: a keypad that shows the other one may write that.
 */
export function matchKey<T extends SeenControl>(
  step: TaughtPlace & { readonly keys: ControlShape },
  seen: readonly T[],
  character: string,
  known: KnownValues,
): Match<T> {
  const here = seen.filter((one) => isThere(one, step, known) && one.control.tag === step.keys.tag);
  const [one, other] = here.filter(({ control }) => control.key === character);
  if (other) return { problem: "ambiguous" };
  if (one) return isUsable(one) ? { found: one } : { problem: "unusable" };
  return { problem: "missing" };
}

function isThere(seen: SeenControl, place: TaughtPlace, known: KnownValues): boolean {
  const own = placeOfControl(seen, known);
  if (!isAtPlace(place.page, own.page) || (place.frame === undefined) !== (own.frame === undefined)) return false;
  return place.frame === undefined || isAtPlace(place.frame, own.frame ?? "");
}

function isAlike(wanted: DescribedControl, given: DescribedControl): boolean {
  return features.every((feature) => wanted[feature] === given[feature]);
}

function hasPosition({ control }: SeenControl, { place, of }: DescribedControl): boolean {
  return control.place === place && control.of === of;
}

function isUsable({ control: { disabled, behind } }: SeenControl): boolean {
  return !(disabled || behind);
}
