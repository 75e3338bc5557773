import type { DescribedControl } from "../../../login-reader/described-control.ts";
import type { SeenPlace } from "../decide/match-control.ts";

/** Document in which something was done. */
export interface Where extends SeenPlace {
  readonly document: number;
}

/** Step while its content may still change. What was typed is kept in memory, until the end of the login. */
export type Draft = Where &
  (
    | { readonly do: "fill"; readonly parts: { control: DescribedControl; text: string }[]; codes: Promise<string>[] }
    | {
        readonly do: "keys";
        readonly control: DescribedControl;
        text: string;
        codes: Promise<string>[];
        /** Controls that were pressed between the keys to see others, such as Shift. */
        readonly shifts: readonly DescribedControl[];
      }
    | { readonly do: "click" | "enter"; readonly control: DescribedControl }
    | { readonly do: "check"; readonly control: DescribedControl; readonly checked: boolean }
    | { readonly do: "other" }
  );

export type TypedDraft = Extract<Draft, { codes: Promise<string>[] }>;

type KeysDraft = Extract<Draft, { do: "keys" }>;

export function isTyped(draft: Draft): draft is TypedDraft {
  return draft.do === "fill" || draft.do === "keys";
}

export function controlsOf(draft: Draft): readonly DescribedControl[] {
  if (draft.do === "fill") return draft.parts.map(({ control }) => control);
  return draft.do === "other" ? [] : [draft.control];
}

export function textOf(draft: TypedDraft): string {
  if (draft.do === "keys") return draft.text;
  return draft.parts.map(({ text }) => text).join("");
}

export function isIn(draft: Where, { url, isMainFrame }: Where): boolean {
  return pathOf(draft.url) === pathOf(url) && draft.isMainFrame === isMainFrame;
}

function pathOf(url: string): string {
  const { origin = "", pathname = url } = URL.parse(url) ?? {};
  return origin + pathname;
}

export function holds(draft: Draft, control: DescribedControl): boolean {
  return controlsOf(draft).some((own) => isSameControl(own, control));
}

export function isSameControl(one: DescribedControl, other: DescribedControl): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** True for fields of one character each in one form. */
export function isBoxOf({ form }: DescribedControl): (part: { control: DescribedControl }) => boolean {
  return ({ control }) => control.maxLength === 1 && control.form === form;
}

/**
 * Drafts without what a replay does not repeat: fields that were left empty, and clicks on fields, except where keys of
 * the page write into the field next. Keys that write a known value together are one draft. What was pressed between them
 * belongs to it, also before and after them: it would tell where the value has capital letters.
 */
export function condensed(drafts: readonly Draft[], isKnown: (text: string) => boolean): Draft[] {
  const done = drafts.filter((draft) => !(draft.do === "fill" && textOf(draft) === ""));
  const joined: Draft[] = [];
  for (let at = 0; at < done.length; at += 1) {
    const draft = done[at] as Draft;
    const run = runOfKeys(done, at, isKnown);
    while (run && isShift(joined.at(-1), run.draft)) joined.pop();
    joined.push(run?.draft ?? draft);
    if (run) at += run.length - 1;
    while (run && isShift(done[at + 1], run.draft)) at += 1;
  }
  return joined.filter((draft, at) => !isFieldClick(draft) || isBeforeKeys(joined.slice(at + 1)));
}

function isShift(draft: Draft | undefined, { shifts, document }: KeysDraft): boolean {
  if (draft?.do !== "click" || draft.document !== document) return false;
  return shifts.some((shift) => isSameControl(shift, draft.control));
}

/** True when keys write into the field that was clicked last: only other keypads and the like are pressed before. */
function isBeforeKeys(later: readonly Draft[]): boolean {
  return later.find((draft) => draft.do !== "click" || isFieldClick(draft))?.do === "keys";
}

function isFieldClick(draft: Draft): boolean {
  return draft.do === "click" && draft.control.isField === true;
}

/** The longest run of keys and clicks from a draft whose keys write a known value. */
function runOfKeys(
  drafts: readonly Draft[],
  start: number,
  isKnown: (text: string) => boolean,
): { draft: KeysDraft; length: number } | undefined {
  const first = drafts[start] as Draft;
  if (first.do !== "keys") return undefined;
  let text = "";
  const shifts: DescribedControl[] = [];
  const codes: Promise<string>[] = [];
  let found: { draft: KeysDraft; length: number } | undefined;
  for (const [at, draft] of drafts.slice(start).entries()) {
    if (draft.document !== first.document || isFieldClick(draft)) break;
    if (draft.do === "click") shifts.push(draft.control);
    else if (draft.do === "keys") {
      text += draft.text;
      codes.push(...draft.codes);
      const known = { ...first, text, codes: [...codes], shifts: shifts.filter(isFirst) };
      if (isKnown(text)) found = { draft: known, length: at + 1 };
    } else break;
  }
  return found;
}

function isFirst(control: DescribedControl, at: number, all: readonly DescribedControl[]): boolean {
  return all.findIndex((each) => isSameControl(each, control)) === at;
}
