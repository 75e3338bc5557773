import { buttonLabel, type ChoiceContext, choiceFacts } from "./classify-choice.ts";
import {
  fieldKind,
  isCodeBox,
  isIdentifierByName,
  isList,
  isNewPassword,
  isPersonal,
  isPreference,
  isSearchField,
  mayBePassword,
  mayIdentify,
} from "./classify-field.ts";
import type { ReadFrame } from "./frames.ts";
import type { ButtonPart, FieldGroup, FieldPart, PageControls } from "./page-controls.ts";
import type { FieldKind } from "./page-facts.ts";
import { AGREE, DECLINE, folded, HELPER, LOG_IN, NEXT, NOT_LOGIN, PASSWORD, SUBMIT } from "./words.ts";

/** Minimum score of a group that counts as a login form. */
const LEAST_SCORE = 4;
/** Number of fields that is more than a login has. */
const MANY_FIELDS = 6;
/** Number of fields for names, birthdays and addresses that only a registration has. */
const REGISTERS = 2;

/** Field of the chosen form; several parts for a code with a box for each digit. */
export interface FormField {
  readonly kind: FieldKind;
  readonly parts: readonly [FieldPart, ...FieldPart[]];
}

export interface ChosenForm {
  readonly group: FieldGroup;
  readonly fields: readonly FormField[];
  /** Last field of the group that is not a list, because Enter does not submit a list. */
  readonly last: FieldPart;
  /** Button that submits; undefined when Enter in the last field submits. */
  readonly submit: ButtonPart | undefined;
}

/**
 * Best login form of a page; undefined when no group of fields looks like a login form. All signs are weighed, because
 * a form for registration, search, subscription or settings often has the same fields.
 *
 * @param submitOf see {@link submitsOf}
 * @param hint title and address of the page
 */
export function chooseForm({ groups }: PageControls, submitOf: SubmitOf, hint: string): ChosenForm | undefined {
  const bonus = LOG_IN.test(folded(hint)) ? 1 : 0;
  let best: { form: ChosenForm; order: number } | undefined;
  for (const group of groups) {
    const fields = formFields(group.fields);
    const typed = fields.filter(({ parts: [{ raw }] }) => !isList(raw));
    const last = (typed.at(-1) ?? fields.at(-1))?.parts.at(-1);
    if (!last) continue;
    const submit = submitOf(group);
    const score = scoreOf(group, fields, submit) + bonus;
    // Of two equal forms, the one with a real submit button.
    const order = score + (submit && isSubmitType(submit) ? 0.5 : 0);
    if (score >= LEAST_SCORE && (!best || order > best.order)) best = { form: { group, fields, last, submit }, order };
  }
  return best?.form;
}

/** Button that submits a group; undefined when Enter submits. */
type SubmitOf = (group: FieldGroup) => ButtonPart | undefined;

/**
 * Finds the button that submits a group: the best of its own buttons, or a log-in button outside of all groups. Those are
 * compared once per frame, because a page can have many of them and many groups.
 */
export function submitsOf({ loose }: PageControls): SubmitOf {
  const beside = new Map<ReadFrame, ButtonPart | undefined>();
  return (group) => {
    const own = bestButton(group.buttons, submitScore);
    const only = onlySubmit(group);
    if (only && (own === undefined || (!outranks(own, only) && submitScore(only) > 0))) return only;
    if (own) return own;
    if (!beside.has(group.frame)) {
      const named = loose.filter((button) => button.frame === group.frame && isNamedSubmit(button));
      beside.set(group.frame, bestButton(named, submitScore));
    }
    return beside.get(group.frame);
  };
}

/**
 * True for a button that logs in, beside the only one of type `submit`. A link leads to another page, and a form that
 * registers may have a button that leads to the login.
 */
function outranks({ raw }: ButtonPart, only: ButtonPart): boolean {
  const [own, other] = [folded(buttonLabel(raw)), folded(buttonLabel(only.raw))];
  return raw.tag !== "a" && LOG_IN.test(own) && !(NOT_LOGIN.test(other) && !LOG_IN.test(other));
}

/** The only button of type `submit` beside at most one password, whatever its words, that neither helps nor declines. */
function onlySubmit({ fields, buttons }: FieldGroup): ButtonPart | undefined {
  if (fields.length === 0 || fields.filter(({ raw }) => raw.type === "password").length > 1) return undefined;
  const submits = buttons.filter((button) => {
    const label = folded(buttonLabel(button.raw));
    return isSubmitType(button) && !HELPER.test(label) && !DECLINE.test(label);
  });
  return submits.length === 1 ? submits[0] : undefined;
}

function isSubmitType({ raw }: Pick<ButtonPart, "raw">): boolean {
  return raw.type === "submit" || raw.type === "image";
}

function formFields(parts: readonly FieldPart[]): FormField[] {
  const fields: { kind: FieldKind; parts: [FieldPart, ...FieldPart[]] }[] = [];
  for (const part of parts.filter(({ raw }) => !isSearchField(raw) && !isPreference(raw))) {
    const last = fields.at(-1);
    if (last && isCodeBox(part.raw) && isCodeBox(last.parts[0].raw)) last.parts.push(part);
    else fields.push({ kind: fieldKind(part.raw), parts: [part] });
  }
  settlePassword(fields);
  settleIdentifier(fields);
  return fields;
}

type OpenField = { kind: FieldKind; readonly parts: readonly [FieldPart, ...FieldPart[]] };

/** Makes the only "PIN" the password, and a text field beside a real password none, whatever its words. */
function settlePassword(fields: readonly OpenField[]): void {
  const isReal = ({ kind, parts: [{ raw }] }: OpenField): boolean => kind === "password" && raw.type === "password";
  const pins = fields.filter(({ kind, parts: [{ raw }] }) => kind === "code" && mayBePassword(raw));
  const [pin, ...more] = pins;
  if (pin && more.length === 0 && fields.indexOf(pin) > 0 && !fields.some(({ kind }) => kind === "password")) {
    pin.kind = "password";
  }
  if (!fields.some(isReal)) return;
  for (const field of fields.filter((one) => one.kind === "password" && !isReal(one))) {
    field.kind = isIdentifierByName(field.parts[0].raw) ? "text" : "identifier";
  }
}

/**
 * Makes the field before the only password the identifier when no field is one by its words. A label counts more than
 * the names of other fields.
 */
function settleIdentifier(fields: readonly OpenField[]): void {
  const identifiers = fields.filter(({ kind }) => kind === "identifier");
  const named = identifiers.filter(({ parts: [{ raw }] }) => isIdentifierByName(raw));
  if (named.length < identifiers.length) for (const field of named) field.kind = "text";
  const passwords = fields.filter(({ kind }) => kind === "password");
  if (passwords.length !== 1 || identifiers.length > 0) return;
  const at = fields.findIndex(({ kind }) => kind === "password");
  const before = fields.slice(0, at).findLast(({ parts: [{ raw }] }) => !isList(raw));
  if (before?.kind === "text" && mayIdentify(before.parts[0].raw)) before.kind = "identifier";
}

function scoreOf(group: FieldGroup, fields: readonly FormField[], submit: ButtonPart | undefined): number {
  const open = fields.filter(({ parts }) => !parts[0].raw.readOnly);
  const count = (kind: FieldKind): number => open.filter((field) => field.kind === kind).length;
  const signs = folded(group.signs.replace(/([a-z])([A-Z])/g, "$1 $2")).replace(/[_/-]+/g, " ");
  const label = submit ? folded(buttonLabel(submit.raw)) : "";
  let score = 0;
  if (count("password") === 1) score += 5;
  if (count("code") > 0) score += 4;
  if (count("identifier") > 0) score += 3;
  if (count("password") > 1 || open.some(({ parts }) => isNewPassword(parts[0].raw))) score -= 7;
  if (LOG_IN.test(label)) score += 3;
  else if (NEXT.test(label)) score += 2;
  if (NOT_LOGIN.test(label) && !LOG_IN.test(label)) score -= 5;
  const isNamedLogin = /log ?in|log ?on|sign ?in|signin|auth|session|\bsso\b|anmeld|connexion/.test(signs);
  if (isNamedLogin) score += 2;
  // Login forms have it too, to keep the browser from filling the password in.
  if (isNamedLogin && open.some(({ parts }) => parts[0].raw.autocomplete.includes("new-password"))) score += 1;
  if (NOT_LOGIN.testPattern(signs) || group.fields.some(({ raw }) => isSearchField(raw))) score -= 5;
  if (fields.filter(({ parts }) => isPersonal(parts[0].raw)).length >= REGISTERS) score -= 7;
  if (fields.length > MANY_FIELDS) score -= 3;
  return score;
}

function bestButton(buttons: readonly ButtonPart[], score: (button: ButtonPart) => number): ButtonPart | undefined {
  let best: ButtonPart | undefined;
  let most = 0;
  for (const button of buttons) {
    const points = score(button);
    // Of two labels with the same words, the shorter one says nothing else.
    const own = points - buttonLabel(button.raw).length / 1_000;
    if (points === 0 || own <= most) continue;
    best = button;
    most = own;
  }
  return best;
}

const inForm: ChoiceContext = { choosesAccount: false, secondFactor: false, asksPassword: true, hasForm: true };

function submitScore({ raw }: ButtonPart): number {
  const label = folded(buttonLabel(raw));
  const { kind } = choiceFacts(raw, inForm) ?? {};
  if (raw.type === "radio" || kind === "sso_provider" || kind === "account" || kind === "sign_in_method") return 0;
  if (HELPER.test(label) || DECLINE.test(label)) return 0;
  const isSubmit = isSubmitType({ raw });
  // A button that shows or explains the password.
  if (!isSubmit && PASSWORD.test(label) && !LOG_IN.test(label) && !NEXT.test(label)) return 0;
  let score = isSubmit ? 3 : raw.tag === "a" ? 0 : 1;
  if (LOG_IN.test(label)) score += 4;
  else if (NEXT.test(label)) score += 3;
  else if (AGREE.test(label) || SUBMIT.test(label)) score += 2;
  else if (raw.tag === "a" || label === "") score -= 1;
  return NOT_LOGIN.test(label) && !LOG_IN.test(label) ? 1 : score;
}

function isNamedSubmit({ raw }: ButtonPart): boolean {
  const label = folded(buttonLabel(raw));
  return raw.tag !== "a" && (LOG_IN.test(label) || NEXT.test(label));
}
