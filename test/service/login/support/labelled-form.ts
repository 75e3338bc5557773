import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../../src/generate/paths.ts";

/** Meaning of a page or of one of its forms. */
type Asks = "login" | "signup" | "both" | "other";

/** Facts about the forms of one public page, with the labels of the corpus. See test/service/login/forms/README.md. */
export interface LabelledPage {
  /** Name of the saved page in the corpus. */
  readonly page: string;
  readonly title?: string;
  readonly url?: string;
  readonly asks: Asks;
  /** Reason for a record that differs from the corpus. */
  readonly note?: string;
  readonly groups: readonly LabelledGroup[];
}

/** Form, or block of controls without a form, in the order of the document. */
export interface LabelledGroup {
  readonly form: FormFacts | null;
  /** Meaning of this form on a page with several. */
  readonly asks?: Asks;
  readonly parts: readonly LabelledPart[];
}

interface FormFacts {
  readonly id?: string;
  readonly name?: string;
  readonly action?: string;
  readonly class?: string;
  readonly role?: string;
  readonly ariaLabel?: string;
}

interface PartFacts {
  /** True for a part that a person does not see at first. */
  readonly hidden?: boolean;
  readonly note?: string;
}

interface LabelPart extends PartFacts {
  readonly label: string;
  readonly for?: string;
  /** True for a label around the next control. */
  readonly wraps?: boolean;
}

interface TextPart extends PartFacts {
  readonly text: string;
}

interface FieldPart extends PartFacts {
  /** Kind by the label of the corpus. */
  readonly is?: string;
}

interface InputPart extends FieldPart {
  readonly input: Attributes;
}

interface SelectPart extends FieldPart {
  readonly select: Omit<Attributes, "options"> & { readonly options?: readonly string[] };
}

interface ButtonPart extends PartFacts {
  readonly button: Attributes & { readonly tag: string; readonly text?: string };
  /** True for the submit button by the label of the corpus; `seen` where it labels none, and the form itself tells. */
  readonly submits?: true | "seen";
}

type Attributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export type LabelledPart = LabelPart | TextPart | InputPart | SelectPart | ButtonPart;

/** Records of all files. */
export function labelledPages(): LabelledPage[] {
  const directory = join(root, "test/service/login/forms");
  const files = readdirSync(directory).filter((name) => name.endsWith(".json"));
  return files.flatMap((name) => JSON.parse(readFileSync(join(directory, name), "utf8")) as LabelledPage[]);
}

/** Attribute that tells the part of a record which an element was made from; the reader does not look at it. */
export const MARK = "part";

/** Page of HTML with the forms of a record and nothing else. */
export function pageHtml({ title = "", groups }: LabelledPage): string {
  const blocks = groups.map(({ form, parts }, at) => {
    const inside = parts.map((part, place) => partHtml(part, parts[place - 1], `${at}-${place}`)).join("\n");
    return form
      ? `<form method="post"${attributes({ ...form })}>${inside}</form>`
      : `<div><p>&nbsp;</p>${inside}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>${escaped(title)}</title><body>${blocks.join("\n")}</body>`;
}

function partHtml(part: LabelledPart, before: LabelledPart | undefined, mark: string): string {
  const own = part.hidden ? `<div hidden>${elementHtml(part, mark)}</div>` : `<div>${elementHtml(part, mark)}</div>`;
  if (isWrapping(part)) return "";
  if (!before || !isWrapping(before)) return own;
  return `<label>${escaped(before.label)} ${own}</label>`;
}

function isWrapping(part: LabelledPart): part is LabelPart {
  return "label" in part && part.wraps === true;
}

function elementHtml(part: LabelledPart, mark: string): string {
  if ("label" in part) return `<label${attributes({ for: part.for })}>${escaped(part.label)}</label>`;
  if ("text" in part) return `<p>${escaped(part.text)}</p>`;
  if ("input" in part) return `<input${attributes({ ...part.input, [MARK]: mark })}>`;
  if ("select" in part) {
    const { options = [], ...rest } = part.select;
    const inside = options.map((option) => `<option>${escaped(String(option))}</option>`).join("");
    return `<select${attributes({ ...rest, [MARK]: mark })}>${inside}</select>`;
  }
  const { tag, text = "", ...rest } = part.button;
  if (tag === "input") {
    const words = rest["type"] === "image" ? { alt: text, width: 80, height: 24 } : { value: text };
    return `<input${attributes({ ...words, ...rest, [MARK]: mark })}>`;
  }
  return `<${tag}${attributes({ ...(tag === "a" && { href: "#" }), ...rest, [MARK]: mark })}>${escaped(text)}</${tag}>`;
}

function attributes(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== false && value !== null)
    .map(([name, value]) => {
      const spelled = name.replace(/^aria([A-Z])/, (_, letter: string) => `aria-${letter.toLowerCase()}`);
      return value === true ? ` ${spelled}` : ` ${spelled}="${escaped(String(value))}"`;
    })
    .join("");
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
