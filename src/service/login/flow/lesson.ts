import type { DescribedControl } from "../../../login-reader/described-control.ts";
import { lasting, placeOfControl } from "../decide/match-control.ts";
import type { TaughtPlan, TaughtStep, TaughtValue } from "../decide/taught-plan.ts";
import type { PageEvent } from "../drive/recording.ts";
import { type CredentialValues, sentValue } from "../values/credential-values.ts";
import type { LoginInput } from "./flow-types.ts";
import {
  condensed,
  controlsOf,
  type Draft,
  holds,
  isBoxOf,
  isIn,
  isSameControl,
  isTyped,
  type TypedDraft,
  textOf,
  type Where,
} from "./lesson-drafts.ts";
import { LessonValues } from "./lesson-values.ts";

/** Maximum number of steps that a lesson keeps; a login with more is not kept. */
const MAX_STEPS = 60;
/** Minimum length of a text that may be a code of a secret. */
const MIN_CODE = 6;
/** Minimum length of a text that is searched in what websites say. */
const MIN_KNOWN = 3;

/** Result of a lesson. */
export interface Taught {
  readonly plan: TaughtPlan;
  /** New values, by the key to save them under; never one-time codes. */
  readonly values: Readonly<Record<string, string>>;
}

/** Recording of one login, of a person's steps and of the service's own, as a plan without values. */
export class Lesson {
  readonly #values: CredentialValues;
  readonly #totp: (() => Promise<string>) | undefined;
  #drafts: Draft[] = [];
  #entrance: string;
  /** Click that has given a field the focus, as long as nothing follows. */
  #focus: Draft | undefined;
  #isPersonsTurn = false;
  #personalSteps = 0;
  #secretUrl: string | undefined;

  constructor(values: CredentialValues, { startUrl, totp }: Pick<LoginInput, "startUrl" | "totp">) {
    this.#values = values;
    this.#entrance = startUrl;
    this.#totp = totp;
  }

  /** Number of steps that a person has done in the page itself. */
  get personalSteps(): number {
    return this.#personalSteps;
  }

  /** True when a person has entered something that could be a secret. */
  get hasSecret(): boolean {
    return this.#secretUrl !== undefined;
  }

  /** Address of the page on which a person has last entered something that could be a secret. */
  get secretUrl(): string | undefined {
    return this.#secretUrl;
  }

  /** Begins anew: the service has opened an address. */
  opened(url: string): void {
    this.#entrance = url;
    this.#drafts = [];
    this.#personalSteps = 0;
    this.#secretUrl = undefined;
  }

  /** Marks whether what is done on the page is done by a person. */
  personsTurn(is: boolean): void {
    this.#isPersonsTurn = is;
    this.#know();
  }

  /** Adds what was done on the page. */
  take(event: PageEvent): void {
    const { document, url, isMainFrame, pageUrl } = event;
    const where = { document, url, isMainFrame, pageUrl };
    const { did } = event;
    if (did === "click" && event.control.isField) {
      this.#focus = { ...where, do: did, control: event.control };
      return;
    }
    // Only keys of the page need to know which field has the focus.
    if (did === "click" && this.#focus) this.#add(this.#focus);
    this.#focus = undefined;
    if (this.#isPersonsTurn) {
      this.#personalSteps += 1;
      if (this.#isSecret(event)) this.#secretUrl = pageUrl;
    }
    if (did === "fill") {
      this.#fill(event.control, event.text, where);
      return;
    }
    if (did === "click" && event.control.key !== undefined) {
      this.#press(event.control, where);
      return;
    }
    this.#know();
    if (did === "other") this.#addOther(where);
    else if (did === "check") this.#add({ ...where, do: did, control: event.control, checked: event.checked });
    else this.#add({ ...where, do: did, control: event.control });
  }

  /** Adds a step on a page that only a person can do. */
  external(url: string): void {
    this.#addOther({ url, pageUrl: url, isMainFrame: true, document: 0 });
  }

  /** The plan of the login; undefined when the person has done nothing of it in the page, and for one that is too long. */
  async finish(): Promise<Taught | undefined> {
    const drafts = condensed(this.#drafts, (text) => this.#values.keysOf(text).length > 0);
    if (this.#personalSteps === 0 || drafts.length === 0 || drafts.length > MAX_STEPS) return undefined;
    const values = new LessonValues(this.#values);
    const done: { draft: Draft; value?: TaughtValue }[] = [];
    for (const [at, draft] of drafts.entries()) {
      if (!isTyped(draft)) {
        done.push({ draft });
        continue;
      }
      const next = drafts.slice(at + 1).find((each) => each.do === "fill");
      const [control] = controlsOf(draft) as [DescribedControl];
      const isBeforePassword = next !== undefined && controlsOf(next)[0]?.type === "password";
      const codes = await Promise.all(draft.codes);
      const typed = {
        ...{ text: textOf(draft), control, codes, isBeforePassword },
        isBesidePassword: isBeforePassword && next.document === draft.document,
        isSplit: draft.do === "keys" || draft.parts.length > 1,
      };
      done.push({ draft, value: values.referenceTo(typed) });
    }
    // Texts of the page are made free of values when all values are known.
    const steps = done.map(({ draft, value }) => this.#step(draft, value));
    return { plan: { entrance: this.#entrance, steps }, values: values.saved };
  }

  #isSecret(event: PageEvent): boolean {
    if (event.did === "click") return event.control.key !== undefined;
    if (event.did !== "fill") return event.did === "other";
    const keys = this.#values.keysOf(event.text);
    return event.control.type === "password" || keys.some((key) => sentValue(key, event.text).sort === "secret");
  }

  #fill(control: DescribedControl, text: string, where: Where): void {
    const at = this.#drafts.findIndex((draft) => draft.do === "fill" && isIn(draft, where) && holds(draft, control));
    const known = this.#drafts[at];
    if (known?.do === "fill") {
      const isSame = this.#drafts.slice(at).every(({ document }) => document === where.document);
      if (isSame) {
        for (const part of known.parts) if (isSameControl(part.control, control)) part.text = text;
        this.#noteCode(known);
        return;
      }
      // The website has asked again: what was done since the first time was in vain.
      this.#drafts.splice(at);
    }
    const last = this.#drafts.at(-1);
    const isBox = last?.do === "fill" && isIn(last, where) && [...last.parts, { control }].every(isBoxOf(control));
    if (last?.do === "fill" && isBox) {
      last.parts.push({ control, text });
      this.#noteCode(last);
      return;
    }
    const draft: Draft = { ...where, do: "fill", parts: [{ control, text }], codes: [] };
    this.#add(draft);
    this.#noteCode(draft);
  }

  #press(control: DescribedControl, where: Where): void {
    const { key = "" } = control;
    // A key without a character says nothing, and its place could say which one it is.
    if (key === "") {
      this.#addOther(where);
      return;
    }
    const last = this.#drafts.at(-1);
    const draft: TypedDraft =
      last?.do === "keys" && isIn(last, where)
        ? last
        : { ...where, do: "keys", control, text: "", codes: [], shifts: [] };
    if (draft !== last) this.#add(draft);
    if (draft.do === "keys") draft.text += key;
    this.#noteCode(draft);
  }

  #addOther(where: Where): void {
    if (this.#drafts.at(-1)?.do !== "other") this.#add({ ...where, do: "other" });
  }

  #add(draft: Draft): void {
    // One more than is kept tells that there were too many.
    if (this.#drafts.length <= MAX_STEPS) this.#drafts.push(draft);
  }

  /** Keeps what was typed so far out of the texts of the website: it may repeat them at once. */
  #know(): void {
    for (const draft of this.#drafts) {
      if (!isTyped(draft)) continue;
      const text = textOf(draft);
      const name = controlsOf(draft)[0]?.type === "password" ? "password" : "value";
      if (text.length >= MIN_KNOWN) this.#values.known.add(name, text);
    }
  }

  /** Remembers the code of the secret while a text is typed that could be it. */
  #noteCode(draft: TypedDraft): void {
    const text = textOf(draft);
    if (!this.#totp || text.length < MIN_CODE || !/^\d+$/.test(text)) return;
    // A secret that was deleted meanwhile has no code; nobody awaits it before the end of the login.
    draft.codes.push(this.#totp().catch(() => ""));
  }

  #step(draft: Draft, value: TaughtValue | undefined): TaughtStep {
    const { known } = this.#values;
    const place = placeOfControl(draft, known);
    if (draft.do === "fill" && value) {
      const [first] = controlsOf(draft) as [DescribedControl];
      return { ...place, do: "fill", control: lasting(first, known), boxes: draft.parts.length, value };
    }
    if (draft.do === "keys" && value) {
      const { tag, type } = draft.control;
      const shifts = draft.shifts.map((shift) => lasting(shift, known));
      return { ...place, do: "keys", keys: { tag, type }, ...(shifts.length > 0 && { shifts }), value };
    }
    if (draft.do === "check") {
      return { ...place, do: "check", control: lasting(draft.control, known), checked: draft.checked };
    }
    if (draft.do === "click" || draft.do === "enter") {
      return { ...place, do: draft.do, control: lasting(draft.control, known) };
    }
    return { ...place, do: "other" };
  }
}
