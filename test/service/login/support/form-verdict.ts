import type { PageReading } from "../../../../src/service/login/page/read-page.ts";
import type { LabelledGroup, LabelledPage } from "./labelled-form.ts";

/** Comparison of a reading of a page with its labels. */
export interface FormVerdict {
  readonly page: string;
  readonly isLogin: boolean;
  /** Number of labelled fields, and of further fields that a stored value would be typed into. */
  readonly fields: number;
  readonly rightFields: number;
  /** True when the labelled button is pressed, or Enter where there is none. */
  readonly isSubmitRight: boolean;
  /** True when a stored password would be typed. */
  readonly typesPassword: boolean;
  /** Differences: the expected and the found kind of each wrong field, and the button. */
  readonly wrong: readonly string[];
}

type StoredKind = "identifier" | "password";

/** @param marks marks of the controls of the reading, by their place in the frame */
export function formVerdict(page: LabelledPage, reading: PageReading, marks: readonly (string | null)[]): FormVerdict {
  const found = foundControls(reading, marks);
  const isLogin = page.asks === "login" || page.asks === "both";
  const typesPassword = [...found.kinds.values()].includes("password");
  const summary = { page: page.page, isLogin, typesPassword };
  if (!isLogin) {
    const wrong = typesPassword ? [`types a stored password: ${JSON.stringify(Object.fromEntries(found.kinds))}`] : [];
    return { ...summary, fields: 0, rightFields: 0, isSubmitRight: true, wrong };
  }
  const at = loginGroup(page, found.group);
  const expected = expectedKinds(page.groups[at], at);
  const marked = new Set([...expected.keys(), ...found.kinds.keys()]);
  const wrongMarks = [...marked].filter((mark) => expected.get(mark) !== found.kinds.get(mark));
  const submits = submitMarks(page, at);
  const isSubmitRight = submits.length === 0 ? found.submit === "enter" : submits.includes(found.submit ?? "none");
  const describe = (mark: string): string => JSON.stringify(partOf(page, mark) ?? mark);
  const wrong = [
    ...wrongMarks.map((mark) => `${describe(mark)}: expected ${expected.get(mark)}, found ${found.kinds.get(mark)}`),
    ...(isSubmitRight ? [] : [`submit: expected ${submits.map(describe)}, found ${describe(found.submit ?? "none")}`]),
  ];
  return { ...summary, fields: marked.size, rightFields: marked.size - wrongMarks.length, isSubmitRight, wrong };
}

interface FoundControls {
  /** Index of the group of the chosen form; undefined without one. */
  readonly group: number | undefined;
  readonly kinds: ReadonlyMap<string, StoredKind>;
  /** Mark of the button, or `enter`; undefined without a form. */
  readonly submit: string | undefined;
}

function foundControls({ facts: { form }, targets }: PageReading, marks: readonly (string | null)[]): FoundControls {
  const kinds = new Map<string, StoredKind>();
  let group: number | undefined;
  for (const { ref, kind, readOnly } of form?.fields ?? []) {
    const target = targets.get(ref);
    const mark = target?.does === "fill" ? marks[target.parts[0]?.index ?? -1] : undefined;
    if (mark == null) throw new Error(`the field ${ref} has no mark`);
    group ??= Number(mark.split("-")[0]);
    if (!readOnly && (kind === "identifier" || kind === "password")) kinds.set(mark, kind);
  }
  const target = targets.get(form?.submit ?? "");
  const submit = target?.does === "click" ? (marks[target.button.index] ?? "no mark") : target && "enter";
  return { group, kinds, submit };
}

/** Index of the labelled login form that was found, otherwise of the first one. */
function loginGroup({ asks, groups }: LabelledPage, found: number | undefined): number {
  const isLogin = (group: LabelledGroup | undefined): boolean =>
    group !== undefined &&
    expectedKinds(group, 0).size > 0 &&
    /login|both/.test(group.asks ?? loginByLabels(group, asks));
  if (found !== undefined && isLogin(groups[found])) return found;
  return Math.max(0, groups.findIndex(isLogin));
}

/** Form with a new password registers; any other form of a page with both logs in. */
function loginByLabels({ parts }: LabelledGroup, asks: string): string {
  return parts.some((part) => "is" in part && part.is === "password.new") ? "signup" : asks;
}

const identifiers = new Set(["username", "emailAddress", "username OR emailAddress", "phone"]);

function expectedKinds(group: LabelledGroup | undefined, at: number): Map<string, StoredKind> {
  const kinds = new Map<string, StoredKind>();
  group?.parts.forEach((part, place) => {
    if (!("is" in part) || part.is === undefined || part.hidden) return;
    if (identifiers.has(part.is)) kinds.set(`${at}-${place}`, "identifier");
    if (/^password(?:\.|$)/.test(part.is)) kinds.set(`${at}-${place}`, "password");
  });
  return kinds;
}

/** Labelled buttons of a group, otherwise those outside of all forms. */
function submitMarks({ groups }: LabelledPage, at: number): string[] {
  const all = groups.map(({ parts }, group) =>
    parts.flatMap((part, place) => ("submits" in part && part.submits && !part.hidden ? [`${group}-${place}`] : [])),
  );
  const own = all[at] ?? [];
  return own.length > 0 ? own : all.filter((_, group) => groups[group]?.form === null).flat();
}

function partOf({ groups }: LabelledPage, mark: string): unknown {
  const [group, place] = mark.split("-").map(Number);
  return groups[group ?? -1]?.parts[place ?? -1];
}
