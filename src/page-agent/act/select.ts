import { shownText } from "../read/names.ts";
import { described } from "../references.ts";
import { Refusal } from "../requests.ts";
import type { Secrets } from "../secrets.ts";
import { compareLines, lineOf, rememberLines } from "../snapshot/compare-lines.ts";
import { type Line, linesBelow } from "../snapshot/line.ts";
import { readLines } from "../snapshot/snapshot.ts";
import type { AgentPage } from "../target.ts";
import { wait } from "../waiting.ts";
import type { CheckedElement } from "./check-element.ts";
import { pressKeys } from "./keyboard.ts";
import { pressElement } from "./mouse.ts";

const REACTION_MS = 120;
/** Time for a list that a page draws itself to open, in milliseconds. */
const OPEN_BOUND_MS = 1_500;
/** Keys that open the list of a field; the second one would choose the next option of some. */
const openingKeys = ["Alt+ArrowDown", "ArrowDown"] as const;
const LOOK_EVERY_MS = 100;
/** Time after which a list that has not opened is opened by a key, and by the next one, in milliseconds. */
const KEY_AFTER_MS = 400;
const MAX_NAMED = 30;

const itemRoles = new Set(["option", "menuitem", "menuitemradio", "menuitemcheckbox", "treeitem"]);
const chosenStates = new Set(["checked", "selected"]);
const optionRoles = new Set([...itemRoles, "radio", "clickable", "button", "link"]);

/** Chooses options of a list of the browser by value or label. Returns the labels of what is chosen. */
export async function chooseOptions(checked: CheckedElement, wanted: readonly string[]): Promise<string> {
  const { element, reference, state } = checked;
  const label = described(reference);
  if (wanted.length > 1 && !state.isMultiple) {
    throw new Refusal("wrong_kind", `${label} takes one option, not ${wanted.length}`, "select one");
  }
  const result = await element.run("choose", wanted);
  if ("missing" in result) {
    const options = result.options.map((option) => JSON.stringify(option)).join(", ");
    throw new Refusal("no_option", `${label} has no option ${JSON.stringify(result.missing)}`, `it has ${options}`);
  }
  if ("disabled" in result) {
    throw new Refusal("disabled", `the option ${JSON.stringify(result.disabled)} of ${label} is disabled`);
  }
  await element.react(REACTION_MS);
  const now = await element.run("value");
  const chosen = result.chosen.join(", ");
  if (now === chosen) return chosen;
  throw new Refusal("not_kept", `${label} shows ${JSON.stringify(now)} after ${JSON.stringify(chosen)} was chosen`);
}

/**
 * Opens a list that the page draws itself, unless it is open, and finds the option in what has appeared. Throws
 * {@link Refusal} `no_option` with the names that appeared.
 */
export async function openAndFind(
  page: AgentPage,
  checked: CheckedElement,
  { force, secrets, wanted }: { readonly force: boolean; readonly secrets: Secrets; readonly wanted: string },
): Promise<Line> {
  const { root: first } = await readLines(page, secrets);
  // Pressing it again would close a list, and may hit what the page lays over everything around an open one.
  const open = (await checked.element.run("isExpanded")) ? match(optionsIn(first), wanted) : undefined;
  if (open) return open;
  const before = rememberLines(first);
  await pressElement(page, checked, 1, force);
  const start = performance.now();
  const keys = checked.reference.role === "combobox" ? openingKeys : [];
  let pressed = 0;
  for (;;) {
    const { root } = await readLines(page, secrets);
    const difference = compareLines(before, root);
    const appeared = (difference?.changed ?? []).filter(({ role }) => optionRoles.has(role));
    const found = match(appeared, wanted) ?? match(optionsIn(root), wanted);
    if (found) return found;
    const waited = performance.now() - start;
    // The field of some lists opens them by a key alone; a button beside it is for the mouse.
    const key = keys[pressed];
    if (key && waited > KEY_AFTER_MS * (pressed + 1) && !(await checked.element.run("isExpanded"))) {
      pressed += 1;
      // A page that moves closes its lists.
      await checked.element.run("keepPlace");
      await pressKeys(page.session, [key]);
    }
    if (waited > OPEN_BOUND_MS) {
      const names = appeared.slice(0, MAX_NAMED).map((line) => JSON.stringify(line.name));
      const next = names.length > 0 ? `it shows ${names.join(", ")}` : "snapshot: no list has opened";
      throw new Refusal("no_option", `${described(checked.reference)} shows no option ${JSON.stringify(wanted)}`, next);
    }
    await wait(LOOK_EVERY_MS);
  }
}

function optionsIn(root: Line): Line[] {
  return [...linesBelow(root)].filter(({ isInView, role }) => isInView && itemRoles.has(role));
}

function match(lines: readonly Line[], wanted: string): Line | undefined {
  const plain = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();
  const exact = lines.filter(({ name }) => name === wanted);
  const alike = exact.length > 0 ? exact : lines.filter(({ name }) => plain(name) === plain(wanted));
  // A name may say more than a person sees: "Not selected, Oslo".
  const [only, second] =
    alike.length > 0 ? alike : lines.filter(({ node }) => plain(shownText(node)) === plain(wanted));
  return second ? undefined : only;
}

/**
 * Throws {@link Refusal} `not_kept` where a list that a page draws shows the last of several options in place of the ones
 * before it: it takes one. A list that does not show what is chosen is not judged, and one that still marks the others in
 * what it has opened has no space to show them.
 */
export async function checkAllKept(
  page: AgentPage,
  secrets: Secrets,
  { reference }: CheckedElement,
  chosen: readonly string[],
): Promise<void> {
  if (chosen.length < 2) return;
  const { root } = await readLines(page, secrets);
  const shown = lineOf(root, reference)?.value ?? "";
  const lost = chosen.find((name) => !shown.includes(name));
  if (lost === undefined || !shown.includes(chosen.at(-1) ?? "")) return;
  const isMarked = ({ name, states }: Line): boolean =>
    name === lost && states.some((state) => chosenStates.has(state));
  if (optionsIn(root).some(isMarked)) return;
  throw new Refusal(
    "not_kept",
    `${described(reference)} shows ${JSON.stringify(shown)}: it takes one option`,
    "select one",
  );
}
