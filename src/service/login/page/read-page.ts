import type { FieldOption } from "../../../login-reader/raw-frame.ts";
import { isAuthAddress } from "./auth-address.ts";
import { type ChosenForm, chooseForm, type FormField, submitsOf } from "./choose-form.ts";
import {
  buttonDescription,
  buttonLabel,
  type ChoiceContext,
  choiceFacts,
  isLogout,
  isTrigger,
  maskedDestination,
} from "./classify-choice.ts";
import { hintOf, inputType, isList, labelOf, nameOf } from "./classify-field.ts";
import { accountWayOf, entrancesOf } from "./entrances.ts";
import { externalAction } from "./external-action.ts";
import type { ReadFrame } from "./frames.ts";
import { type ButtonPart, type FieldPart, pageControls } from "./page-controls.ts";
import {
  type FieldKind,
  type FormReach,
  type LoginChoice,
  type LoginField,
  type LoginForm,
  MAX_CHOICES,
  MAX_FIELDS,
  MAX_LINES,
  MAX_WAYS,
  type PageFacts,
  type PageWay,
} from "./page-facts.ts";
import { pageText } from "./page-text.ts";
import { CHOOSE_ACCOUNT, folded, SECOND_FACTOR } from "./words.ts";

/** Maximum number of characters of a selector and of an address. */
const MAX_ADDRESS = 2_000;
/** Maximum number of announced texts. */
const MAX_ALERTS = 20;

/** Control that a ref stands for, in one reading of the page. */
export type Target =
  | { readonly does: "fill"; readonly parts: readonly FieldPart[]; readonly isCode: boolean; readonly reach: FormReach }
  | {
      readonly does: "click";
      readonly button: ButtonPart;
      readonly then: ButtonPart | undefined;
      readonly reach: FormReach;
    }
  | { readonly does: "enter"; readonly part: FieldPart; readonly reach: FormReach };

type ControlPart = FieldPart | ButtonPart;
type FramePart = Pick<ControlPart, "frame">;

/** Facts that the content of a page tells. */
export type ReadFacts = Omit<PageFacts, "popup" | "settled" | "dialog">;

export interface PageReading {
  readonly facts: ReadFacts;
  readonly targets: ReadonlyMap<string, Target>;
}

/** Finds the meaning of a page's controls for a login. */
export function readPage(frames: readonly ReadFrame[]): PageReading {
  const [main] = frames;
  const page = { url: main?.raw.url ?? "", title: pageText(main?.raw.title ?? ""), lines: linesOf(frames) };
  const controls = pageControls(frames);
  const submitOf = submitsOf(controls);
  const chosen = chooseForm(controls, submitOf, `${page.title} ${addressWords(page.url)}`);
  const refs = new Refs();
  const outside = [
    ...controls.groups.flatMap((group) => (group === chosen?.group ? [] : group.buttons)),
    ...controls.loose,
  ];
  const inside = chosen?.group.buttons ?? [];
  const context = contextOf(page, chosen);
  const radioSubmits = new Map<ButtonPart, ButtonPart>();
  for (const group of controls.groups) {
    const submit = group.buttons.some(isRadio) ? submitOf(group) : undefined;
    if (submit) for (const radio of group.buttons.filter(isRadio)) radioSubmits.set(radio, submit);
  }
  const submits = new Set([chosen?.submit, ...radioSubmits.values()]);
  const trigger = chosen ? undefined : outside.find(({ raw }) => isTrigger(raw) && !raw.disabled);
  const leading = (buttons: readonly ButtonPart[], hasForm: boolean): LoginChoice[] => {
    const rest = buttons.filter((button) => !submits.has(button) && button !== trigger && !button.raw.disabled);
    return refs.choices(rest, { ...context, hasForm }, radioSubmits);
  };
  const form = chosen && refs.form(chosen, leading(inside, true));
  const external = externalAction(frames, page.lines, form !== undefined);
  const triggerRef = trigger && refs.click(`trigger:${slug(buttonLabel(trigger.raw))}`, trigger);
  const ways = outside.filter(({ raw }) => choiceFacts(raw, context)?.kind !== "sso_provider");
  const entrances = (chosen ? [] : entrancesOf(ways)).map((button) =>
    button === trigger && triggerRef ? triggerRef : refs.click(`entrance:${slug(buttonLabel(button.raw))}`, button),
  );
  const logout = [...inside, ...outside].some(({ raw }) => isLogout(raw));
  const account = chosen || logout || entrances.length > 0 ? undefined : accountWayOf(ways);
  return {
    facts: {
      ...page,
      alerts: alertsOf(frames),
      controls: inside.length + outside.length,
      ways: waysOf([...inside, ...outside]),
      url: page.url.slice(0, MAX_ADDRESS),
      language: pageText(main?.raw.language ?? "", 35),
      ...(form && { form }),
      choices: leading(outside, form !== undefined),
      ...(triggerRef !== undefined && { trigger: triggerRef }),
      entrances,
      ...(account && { accountWay: refs.click(`account:${slug(buttonLabel(account.raw))}`, account) }),
      logout,
      ...(external && { external }),
    },
    targets: refs.targets,
  };
}

/** Makes the refs of one reading. Equal controls are numbered in the order of the page. */
class Refs {
  readonly targets = new Map<string, Target>();

  form({ fields, last, submit }: ChosenForm, choices: LoginChoice[]): LoginForm {
    const sender = submit ?? last;
    const shown = fields.slice(0, MAX_FIELDS).map((field) => this.#field(field, sender));
    const reach = reachOf(sender, sender);
    const submitRef = submit
      ? this.click(`submit:${slug(buttonLabel(submit.raw))}`, submit, undefined, submit)
      : this.#add("submit:enter", { does: "enter", part: last, reach });
    return { fields: shown, choices, submit: submitRef, reach };
  }

  choices(
    buttons: readonly ButtonPart[],
    context: ChoiceContext,
    submits: ReadonlyMap<ButtonPart, ButtonPart>,
  ): LoginChoice[] {
    const choices: LoginChoice[] = [];
    for (const button of buttons) {
      if (choices.length >= MAX_CHOICES) break;
      const { raw, frame } = button;
      const facts = choiceFacts(raw, context);
      if (!facts) continue;
      const [label, description, masked] = [buttonLabel(raw), buttonDescription(raw), maskedDestination(raw)];
      const selector = raw.selector.slice(0, MAX_ADDRESS);
      const words = facts.kind === "account" ? `${label} ${description ?? ""}` : label;
      choices.push({
        ref: this.click(`${facts.kind}:${slug(words)}`, button, submits.get(button)),
        ...facts,
        label,
        ...(description !== undefined && { description }),
        ...(masked !== undefined && { maskedDestination: masked }),
        selector,
        origin: frame.raw.origin,
        ...([raw.sendsTo, raw.href].some(isAuthAddress) && { leadsToLogin: true }),
      });
    }
    return choices;
  }

  /** @param sender control that submits the form of the field */
  click(base: string, button: ButtonPart, then?: ButtonPart, sender?: ButtonPart): string {
    return this.#add(base, { does: "click", button, then, reach: reachOf(button, sender) });
  }

  /** @param sender control that submits the form of the field */
  #field({ kind, parts }: FormField, sender: ControlPart): LoginField {
    const [{ raw, frame }] = parts;
    const hint = hintOf(raw);
    return {
      ref: this.#add(`${kind}:${slug(nameOf(raw))}`, {
        does: "fill",
        parts,
        isCode: kind === "code",
        reach: reachOf(parts[0], sender),
      }),
      kind,
      name: nameOf(raw),
      label: labelOf(raw),
      ...(hint !== undefined && { hint }),
      // A list of the page has a preselected option.
      required: raw.required && !(isList(raw) && raw.filled),
      inputType: inputType(raw),
      ...(isList(raw) && { options: raw.options.map(pageOption) }),
      selector: raw.selector.slice(0, MAX_ADDRESS),
      origin: frame.raw.origin,
      prefilled: raw.filled,
      readOnly: raw.readOnly,
      ...(raw.invalid && { invalid: true }),
    };
  }

  #add(base: string, target: Target): string {
    let ref = base;
    for (let count = 2; this.targets.has(ref); count++) ref = `${base}#${count}`;
    this.targets.set(ref, target);
    return ref;
  }
}

/**
 * Addresses that get the text entered into a control, or the values sent by pressing it. A control that leads
 * elsewhere, such as the button of another sign-in method, has no `sender`, because nothing is entered for it.
 */
export function reachOf({ frame }: FramePart, sender?: { readonly raw: { readonly sendsTo: string } }): FormReach {
  const frames: string[] = [];
  for (let at: ReadFrame | undefined = frame; at; at = at.parent) {
    const { origin, url } = at.raw;
    // A sandboxed frame has an opaque origin, and still an address.
    frames.push(origin, ...(/^https?:/.test(url) && !url.startsWith(`${origin}/`) ? [url] : []));
  }
  const target = sender?.raw.sendsTo ?? "";
  return { frames, ...(/^(?!javascript:|about:|data:|blob:)./i.test(target) && { target }) };
}

function contextOf(
  page: { url: string; title: string; lines: readonly string[] },
  chosen: ChosenForm | undefined,
): ChoiceContext {
  const words = folded(`${page.title}\n${page.lines.slice(0, 40).join("\n")}`);
  const asks = (wanted: FieldKind): boolean => chosen?.fields.some(({ kind }) => kind === wanted) === true;
  return {
    choosesAccount: CHOOSE_ACCOUNT.test(words),
    secondFactor: SECOND_FACTOR.test(words) || asks("code"),
    asksPassword: asks("password"),
    hasForm: chosen !== undefined,
    url: page.url,
  };
}

function linesOf(frames: readonly ReadFrame[]): string[] {
  const lines: string[] = [];
  for (const text of frames.flatMap(({ raw }) => raw.lines)) {
    const line = pageText(text);
    if (line !== "" && line !== lines.at(-1)) lines.push(line);
    if (lines.length >= MAX_LINES) break;
  }
  return lines;
}

/** Texts that the page announces, and those that describe a field which it marks as wrong. */
function alertsOf(frames: readonly ReadFrame[]): string[] {
  const texts = frames.flatMap(({ raw }) => [
    ...raw.alerts,
    ...raw.controls.flatMap((control) => (control.field && control.invalid ? [control.error, control.described] : [])),
  ]);
  return [...new Set(texts.map((text) => pageText(text)).filter((text) => text !== ""))].slice(0, MAX_ALERTS);
}

function waysOf(buttons: readonly ButtonPart[]): PageWay[] {
  return buttons
    .filter(({ raw }) => !raw.disabled)
    .slice(0, MAX_WAYS)
    .map(({ raw }) => ({ label: buttonLabel(raw), href: raw.href }));
}

function pageOption({ value, label, selected }: FieldOption): FieldOption {
  return { value: pageText(value), label: pageText(label), ...(selected && { selected }) };
}

function isRadio({ raw }: ButtonPart): boolean {
  return raw.type === "radio";
}

/** Path of an address as words. */
function addressWords(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname.replace(/[^\p{L}\p{N}]+/gu, " ") : "";
}

/** Letters and digits of a text, the rest as `-`. */
function slug(text: string): string {
  return (
    folded(text)
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 60) || "unnamed"
  );
}
