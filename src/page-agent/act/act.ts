import type { AgentState } from "../agent-state.ts";
import { evaluateApart } from "../evaluate.ts";
import { HIDDEN_VALUE } from "../hidden-value.ts";
import { cut, oneLine, quoted } from "../page-text.ts";
import type { Reference } from "../references.ts";
import { refuseDialog } from "../refuse-dialog.ts";
import { type ActRequest, type ActResult, Refusal, type Verb } from "../requests.ts";
import { reportChanges } from "../snapshot/change-report.ts";
import { compareLines, type Difference, keepUnsaid, keyOf, rememberLines } from "../snapshot/compare-lines.ts";
import type { Line } from "../snapshot/line.ts";
import { readLines, referTo } from "../snapshot/snapshot.ts";
import { dialogLine, requireReference, shortUrl } from "../snapshot/take-snapshot.ts";
import type { AgentPage, Tab } from "../target.ts";
import { wait } from "../waiting.ts";
import { type CheckedElement, changedByAct, type Needs, readonly, rowNow } from "./check-element.ts";
import { dragElement } from "./drag.ts";
import { dragHandles } from "./drag-handle.ts";
import { findElement } from "./element-handle.ts";
import { fillElement, typeInto } from "./fill.ts";
import { pressKeys } from "./keyboard.ts";
import { hoverElement, pressElement, unlessBlocked } from "./mouse.ts";
import { reachElement } from "./reach.ts";
import { checkAllKept, chooseOptions, openAndFind } from "./select.ts";
import { LoadWatch } from "./settle.ts";
import { SideEffects } from "./side-effects.ts";
import { steppedRoles, stepTo } from "./step-value.ts";
import { withSuccessor } from "./successor.ts";
import { giveFiles } from "./upload.ts";

/** Tokens of what an act says about changes. */
const CHANGE_TOKENS = 200;
/** Time between two attempts with `wait_ms`, in milliseconds. */
const RETRY_MS = 100;
/** Time for the page to react before a state is read back, in milliseconds. */
const REACTION_MS = 150;
/** Time for a new tab to have an address, and the time between two looks, in milliseconds. */
const ADDRESS_BOUND_MS = 500;
const ADDRESS_LOOK_MS = 25;
const SCROLL_PIXELS = 600;

const needsOf: Readonly<Record<Verb, Needs>> = {
  click: { enabled: true, writable: false, place: true },
  dblclick: { enabled: true, writable: false, place: true },
  fill: { enabled: true, writable: true, place: true },
  type: { enabled: true, writable: true, place: true },
  // The field of a list that is drawn by the page is often read-only: it only shows what was chosen.
  select: { enabled: true, writable: false, place: true },
  check: { enabled: true, writable: true, place: true },
  uncheck: { enabled: true, writable: true, place: true },
  hover: { enabled: false, writable: false, place: true },
  press: { enabled: true, writable: false, place: false },
  scroll: { enabled: false, writable: false, place: false },
  upload: { enabled: true, writable: false, place: false },
  drag: { enabled: true, writable: false, place: true },
};

/** Operates an element as a person would, and says what has changed. Refusals are results, not errors. */
export async function act(page: AgentPage, state: AgentState, request: ActRequest): Promise<ActResult> {
  const hide = (text: string): string => state.secrets.hide(text);
  try {
    refuseDialog(page);
    const result = await new Act(page, state, request).run();
    return { ...result, text: hide(result.text), ...(result.url !== undefined && { url: hide(result.url) }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, ...error.toAnswer(state.secrets) };
  }
}

class Act {
  readonly #page: AgentPage;
  readonly #state: AgentState;
  readonly #request: ActRequest;
  readonly #force: boolean;
  readonly #deadline: number;
  readonly #effects: SideEffects;
  /** True once a field holds exactly what it was filled with. */
  #isKept = false;

  constructor(page: AgentPage, state: AgentState, request: ActRequest) {
    this.#page = page;
    this.#state = state;
    this.#request = request;
    this.#force = request.force ?? false;
    this.#effects = new SideEffects(page.session);
    this.#deadline = performance.now() + (request.wait_ms ?? 0);
  }

  async run(): Promise<ActResult> {
    const [tabs, loads] = await Promise.all([this.#page.tabs(), LoadWatch.start(this.#page)]);
    await this.#effects.start();
    try {
      const { element, said } = await this.#do();
      await loads.settled();
      return await this.#result([said, ...this.#effects.texts].join("; "), tabs, element);
    } finally {
      loads.stop();
      await this.#effects.stop();
    }
  }

  /** Does the act and says it: `clicked e12 button "Save"`. */
  async #do(): Promise<{ said: string; element?: CheckedElement }> {
    const { ref, verb } = this.#request;
    if (ref === undefined) {
      if (verb === "press") return { said: await this.#press(undefined) };
      if (verb === "scroll") return { said: await this.#scrollPage() };
      throw new Refusal("unknown_ref", `${verb} needs a reference`, "snapshot");
    }
    return this.#patiently(async () => {
      const element = await this.#find(ref, needsOf[verb]);
      const said = await this.#operate(element);
      const renamed = element.renamed === undefined ? "" : ` (changed: ${quoted(element.renamed, 60)} now)`;
      return { said: `${said}${renamed}`, element };
    });
  }

  #reference(ref: string): Reference {
    const reference = requireReference(this.#state, ref);
    if (reference.targetId === this.#page.targetId) return reference;
    throw new Refusal("stale_ref", `${ref} is on another tab`, "tabs activate, or snapshot");
  }

  async #find(ref: string, needs: Needs): Promise<CheckedElement> {
    const reference = this.#reference(ref);
    try {
      const found = await findElement(this.#page, reference);
      return await reachElement(this.#page.session, found, reference, needs, this.#force);
    } catch (error) {
      throw await withSuccessor(this.#page, this.#state, reference, error);
    }
  }

  /** Repeats work from its first check, as long as what refuses it may pass, until the deadline of `wait_ms`. */
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const passes = error instanceof Refusal && error.passes;
        if (!passes || performance.now() + RETRY_MS > this.#deadline) throw error;
        await wait(RETRY_MS);
      }
    }
  }

  #operate(checked: CheckedElement): Promise<string> {
    switch (this.#request.verb) {
      case "click":
        return this.#click(checked, 1);
      case "dblclick":
        return this.#click(checked, 2);
      case "fill":
        return this.#fill(checked);
      case "type":
        return this.#fill(checked);
      case "select":
        return this.#select(checked);
      case "check":
        return this.#check(checked, true);
      case "uncheck":
        return this.#check(checked, false);
      case "hover":
        return this.#hover(checked);
      case "press":
        return this.#press(checked);
      case "scroll":
        return this.#scroll(checked);
      case "upload":
        return this.#upload(checked);
      case "drag":
        return this.#drag(checked);
    }
  }

  async #click(checked: CheckedElement, times: 1 | 2): Promise<string> {
    await pressElement(this.#page, checked, times, this.#force);
    return `${times === 2 ? "double-clicked" : "clicked"} ${named(checked.reference)}`;
  }

  async #hover(checked: CheckedElement): Promise<string> {
    await hoverElement(this.#page, checked, this.#force);
    return `hovers over ${named(checked.reference)}`;
  }

  async #fill(checked: CheckedElement): Promise<string> {
    const { reference, state } = checked;
    if (!state.isEditable && this.#request.verb === "fill" && steppedRoles.has(reference.role)) {
      const isDragged = (await checked.element.run("handles")).length > 0;
      if (isDragged) await dragHandles(this.#page, checked, this.#text(), this.#force);
      else await stepTo(this.#page, checked, this.#text());
      return `set ${named(reference)} to ${quoted(this.#text(), 60)}`;
    }
    if (!state.isEditable) {
      // A cell that is pressed twice may open an editor.
      const next = state.tag === "select" ? "select" : reference.cell === undefined ? "click" : "dblclick";
      throw new Refusal("wrong_kind", `${named(reference)} takes no text`, next);
    }
    const text = this.#text();
    if (this.#request.secret) this.#state.secrets.add(`${reference.frameId} ${reference.backendId}`, text);
    await this.#uncovered(checked);
    const isType = this.#request.verb === "type";
    const shown = await (isType ? typeInto : fillElement)(this.#page, checked, text);
    this.#isKept = !isType && shown === undefined;
    const hides = this.#request.secret || state.type === "password";
    const what = hides ? HIDDEN_VALUE : quoted(text, 60);
    const as = shown === undefined || hides ? "" : `; it shows ${quoted(shown, 60)}`;
    return isType ? `typed ${what} into ${named(reference)}${as}` : `filled ${named(reference)} with ${what}${as}`;
  }

  /** A field that something covers is not filled: a person could not get at it. */
  async #uncovered(checked: CheckedElement): Promise<void> {
    if (this.#force) return;
    await hoverElement(this.#page, checked, this.#force);
  }

  async #select(checked: CheckedElement): Promise<string> {
    const { reference, state } = checked;
    if (state.tag === "select") {
      if (state.readonly) throw readonly(reference);
      await this.#uncovered(checked);
      const chosen = await chooseOptions(checked, this.#values());
      return `chose ${quoted(chosen, 100)} in ${named(reference)}`;
    }
    const chosen: string[] = [];
    for (const wanted of this.#values()) {
      const isFirst = chosen.length === 0;
      chosen.push(await this.#choose(isFirst ? checked : changedByAct(checked), wanted));
    }
    await checkAllKept(this.#page, this.#state.secrets, checked, chosen);
    return `chose ${quoted(chosen.join(", "), 100)} in ${named(reference)}`;
  }

  /** Chooses an option of a list that the page draws. Returns its name. */
  async #choose(checked: CheckedElement, wanted: string): Promise<string> {
    const option = await openAndFind(this.#page, checked, {
      wanted,
      force: this.#force,
      secrets: this.#state.secrets,
    });
    const ref = referTo(this.#state.references, this.#page.targetId)(option);
    // The list is open: only the option is tried again.
    await this.#patiently(async () => pressElement(this.#page, await this.#find(ref, needsOf.click), 1, this.#force));
    return option.name;
  }

  async #check(checked: CheckedElement, wanted: boolean): Promise<string> {
    const { element, reference } = checked;
    const before = await element.run("isOn");
    const word = wanted ? "checked" : "unchecked";
    if (before === undefined) throw new Refusal("wrong_kind", `${named(reference)} cannot be ${word}`, "click");
    if (before === wanted) return `${named(reference)} is ${word} already`;
    if (!wanted && reference.role === "radio") {
      throw new Refusal("wrong_kind", `${named(reference)} is a radio button`, "check another one of its group");
    }
    await pressElement(this.#page, checked, 1, this.#force);
    await element.react(REACTION_MS);
    const after = this.#page.dialog() ? wanted : await element.run("isOn").catch(() => wanted);
    if (after === wanted) return `${word} ${named(reference)}`;
    const words = `${named(reference)} is ${after === "mixed" ? "mixed" : after ? "checked" : "unchecked"} after it was pressed`;
    throw new Refusal("not_kept", words, "look at the page: it may ask for something first");
  }

  async #press(checked: CheckedElement | undefined): Promise<string> {
    const keys = this.#values();
    if (checked && !(await checked.element.run("focus"))) {
      throw new Refusal("wrong_kind", `${named(checked.reference)} does not take the focus`, "click it first");
    }
    await unlessBlocked(this.#page, () => pressKeys(this.#page.session, keys));
    return `pressed ${keys.join(" ")}${checked ? ` in ${named(checked.reference)}` : ""}`;
  }

  async #scroll(checked: CheckedElement): Promise<string> {
    const { x, y } = distance(this.#values()[0] ?? "down");
    const moved = await checked.element.run("scrollBy", x, y);
    const pixels = Math.round(Math.abs(moved.x) + Math.abs(moved.y));
    if (pixels === 0) return `${named(checked.reference)} is at its end: nothing scrolled`;
    return `scrolled ${named(checked.reference)} by ${pixels} px`;
  }

  async #scrollPage(): Promise<string> {
    const { x, y } = distance(this.#values()[0] ?? "down");
    const move = `(() => { const from = [scrollX, scrollY]; scrollBy({ left: ${x}, top: ${y}, behavior: "instant" });`;
    const expression = `${move} return Math.abs(scrollX - from[0]) + Math.abs(scrollY - from[1]); })()`;
    const pixels = Math.round(Number(await evaluateApart(this.#page, expression)));
    return pixels === 0 ? "the page is at its end: nothing scrolled" : `scrolled the page by ${pixels} px`;
  }

  async #upload(checked: CheckedElement): Promise<string> {
    const files = this.#values();
    const names = await giveFiles(this.#page, checked, files, this.#force, this.#effects);
    const given = names.length > 0 ? names : files.map((file) => file.split("/").at(-1) ?? file);
    return `gave ${given.map((name) => quoted(name, 60)).join(", ")} to ${named(checked.reference)}`;
  }

  async #drag(checked: CheckedElement): Promise<string> {
    const [ref = ""] = this.#values();
    const to = await this.#find(ref, needsOf.hover);
    await unlessBlocked(this.#page, () => dragElement(this.#page, checked, to, this.#force));
    return `dragged ${named(checked.reference)} to ${named(to.reference)}`;
  }

  #text(): string {
    const { value, verb } = this.#request;
    if (typeof value === "string") return value;
    if (value?.length === 1) return value[0] ?? "";
    throw new Refusal("wrong_kind", `${verb} needs one text`, `${verb} REF TEXT`);
  }

  #values(): readonly string[] {
    const { value } = this.#request;
    return value === undefined ? [] : typeof value === "string" ? [value] : value;
  }

  async #result(said: string, before: readonly Tab[], element: CheckedElement | undefined): Promise<ActResult> {
    const dialog = this.#page.dialog();
    if (dialog) return { ok: true, text: `${said}; ${dialogLine(dialog)}`, dialog };
    const [read, tabs] = await Promise.all([
      readLines(this.#page, this.#state.secrets).catch((error: unknown) => ignoreHuge(error)),
      namedTabs(this.#page),
    ]);
    if (!read) return { ok: true, text: `${said}; the page is too large to say what has changed` };
    const url = read.page.url;
    const opened = tabs.filter((tab) => !before.some(({ targetId }) => targetId === tab.targetId));
    const news = opened.map((tab) => `a new tab has opened: ${shortUrl(tab.url)}`);
    const known = this.#state.remembered.get(this.#page.targetId);
    const refOf = referTo(this.#state.references, this.#page.targetId);
    const difference = known && this.#withoutSaid(compareLines(known, read.root), element);
    if (element) await this.#refreshRow(element);
    if (known && !difference) {
      // Nobody has seen the new page yet: a snapshot shows it whole.
      this.#state.remembered.delete(this.#page.targetId);
      const page = `page: ${quoted(oneLine(read.page.title), 100)} ${shortUrl(url)}`;
      return { ok: true, text: [`${said}; ${page}`, ...news].join("\n"), url };
    }
    const report = difference && reportChanges(difference, refOf, this.#state, CHANGE_TOKENS);
    const now = rememberLines(read.root);
    if (known && report) this.#state.remembered.set(this.#page.targetId, keepUnsaid(known, now, report.unsaid));
    const changes = report?.texts ?? [];
    const isSilent = changes.length === 0 && news.length === 0;
    const end = isSilent && difference && !this.#isKept ? `${said}; nothing visible changed` : said;
    return { ok: true, text: [end, ...news, ...changes].join("\n"), url };
  }

  /** A difference without the field that was filled: the act itself says what it holds. */
  #withoutSaid(difference: Difference | undefined, element: CheckedElement | undefined): Difference | undefined {
    if (!difference || !element || !this.#isKept) return difference;
    const { backendId, frameId } = element.reference;
    const isSaid = (line: Line): boolean =>
      keyOf(line) === `${frameId} ${backendId}` && !line.states.includes("invalid");
    return { ...difference, changed: difference.changed.filter((line) => !isSaid(line)) };
  }

  /** Keeps the changes that an act itself has made in its row, so that the row is still the same record. */
  async #refreshRow({ element, reference }: CheckedElement): Promise<void> {
    const { row, rowId } = reference;
    if (!row || rowId === undefined) return;
    const now = await rowNow(element, rowId).catch(() => undefined);
    if (now && now[0] === row[0]) this.#state.references.setRows(reference, now);
  }
}

/** Open tabs. The address of one that has just opened is waited for. */
async function namedTabs(page: AgentPage): Promise<readonly Tab[]> {
  const end = performance.now() + ADDRESS_BOUND_MS;
  for (;;) {
    const tabs = await page.tabs();
    if (tabs.every(({ url }) => url !== "") || performance.now() > end) return tabs;
    await wait(ADDRESS_LOOK_MS);
  }
}

/** Undefined for a page that is too large to be read: the act is done all the same. */
function ignoreHuge(error: unknown): undefined {
  if (error instanceof Refusal && error.code === "page_too_large") return undefined;
  throw error;
}

function named({ isGuessed, name, ref, role }: Reference): string {
  return `${ref} ${role}${name === "" ? "" : ` ${isGuessed ? "~" : ""}${quoted(cut(name, 60), 60)}`}`;
}

/** Distance of a direction, `down`, or of pixels: `down 300`, `-200`. */
function distance(value: string): { x: number; y: number } {
  const found = /^(up|down|left|right)?\s*(-?\d{1,6})?$/.exec(value.trim());
  const [, word = "down", pixels] = found ?? [];
  if (!found) {
    throw new Refusal(
      "wrong_kind",
      `${quoted(value, 40)} is no direction`,
      "scroll up, down, left or right, or pixels",
    );
  }
  const length = pixels === undefined ? SCROLL_PIXELS : Number(pixels);
  if (word === "left" || word === "right") return { x: word === "left" ? -length : length, y: 0 };
  return { x: 0, y: word === "up" ? -length : length };
}
