import { buttonLabel, type ChoiceContext, choiceFacts } from "./classify-choice.ts";
import { fieldKind, isCodeBox, isList, isNewPassword, isPreference, mayIdentify } from "./classify-field.ts";
import type { ButtonPart, FieldGroup, FieldPart, PageControls } from "./page-controls.ts";
import type { FieldKind } from "./page-facts.ts";
import { AGREE, DECLINE, folded, HELPER, LOG_IN, NEXT, NOT_LOGIN, SUBMIT } from "./words.ts";

/** Minimum score of a group that counts as a login form. */
const LEAST_SCORE = 4;
/** Number of fields that is more than a login has. */
const MANY_FIELDS = 6;

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
 * @param hint title and address of the page
 */
export function chooseForm({ groups, loose }: PageControls, hint: string): ChosenForm | undefined {
  const bonus = LOG_IN.test(folded(hint)) ? 1 : 0;
  let best: { form: ChosenForm; score: number } | undefined;
  for (const group of groups) {
    const fields = formFields(group.fields);
    const typed = fields.filter(({ parts: [{ raw }] }) => !isList(raw));
    const last = (typed.at(-1) ?? fields.at(-1))?.parts.at(-1);
    if (!last) continue;
    const submit = submitOf(group, loose);
    const score = scoreOf(group, fields, submit) + bonus;
    if (score >= LEAST_SCORE && (!best || score > best.score)) best = { form: { group, fields, last, submit }, score };
  }
  return best?.form;
}

/** Button that submits a group: the best of its own buttons, or a log-in button outside of all groups. */
export function submitOf(group: FieldGroup, loose: readonly ButtonPart[]): ButtonPart | undefined {
  const own = bestButton(group.buttons, submitScore);
  const only = onlySubmit(group);
  const isNamed = own !== undefined && LOG_IN.test(folded(buttonLabel(own.raw)));
  if (only && (own === undefined || (!isNamed && submitScore(only) > 0))) return only;
  if (own) return own;
  const beside = loose.filter(({ frame }) => frame === group.frame);
  return bestButton(beside, (button) => (isNamedSubmit(button) ? submitScore(button) : 0));
}

/** The only button of type `submit` beside a password, whatever its words, unless they help or decline. */
function onlySubmit({ fields, buttons }: FieldGroup): ButtonPart | undefined {
  if (fields.filter(({ raw }) => raw.type === "password").length !== 1) return undefined;
  const [submit, ...more] = buttons.filter(({ raw }) => raw.type === "submit" || raw.type === "image");
  if (!submit || more.length > 0) return undefined;
  const label = folded(buttonLabel(submit.raw));
  return HELPER.test(label) || DECLINE.test(label) ? undefined : submit;
}

function formFields(parts: readonly FieldPart[]): FormField[] {
  const fields: { kind: FieldKind; parts: [FieldPart, ...FieldPart[]] }[] = [];
  for (const part of parts.filter(({ raw }) => raw.type !== "search" && !isPreference(raw))) {
    const last = fields.at(-1);
    if (last && isCodeBox(part.raw) && isCodeBox(last.parts[0].raw)) last.parts.push(part);
    else fields.push({ kind: fieldKind(part.raw), parts: [part] });
  }
  identifyByPlace(fields);
  return fields;
}

/** Makes the field directly before the only password the identifier when no field is one by its words. */
function identifyByPlace(fields: { kind: FieldKind; parts: readonly [FieldPart, ...FieldPart[]] }[]): void {
  const passwords = fields.filter(({ kind }) => kind === "password");
  if (passwords.length !== 1 || fields.some(({ kind }) => kind === "identifier")) return;
  const before = fields[fields.findIndex(({ kind }) => kind === "password") - 1];
  if (before?.kind === "text" && mayIdentify(before.parts[0].raw)) before.kind = "identifier";
}

function scoreOf(group: FieldGroup, fields: readonly FormField[], submit: ButtonPart | undefined): number {
  const open = fields.filter(({ parts }) => !parts[0].raw.readOnly);
  const count = (kind: FieldKind): number => open.filter((field) => field.kind === kind).length;
  const signs = folded(group.signs).replace(/[_/-]+/g, " ");
  const label = submit ? folded(buttonLabel(submit.raw)) : "";
  let score = 0;
  if (count("password") === 1) score += 5;
  if (count("code") > 0) score += 4;
  if (count("identifier") > 0) score += 3;
  if (count("password") > 1 || open.some(({ parts }) => isNewPassword(parts[0].raw))) score -= 7;
  if (LOG_IN.test(label)) score += 3;
  else if (NEXT.test(label)) score += 2;
  if (NOT_LOGIN.test(label) && !LOG_IN.test(label)) score -= 5;
  if (/log ?in|log ?on|sign ?in|signin|auth|session|\bsso\b|anmeld|connexion/.test(signs)) score += 2;
  if (NOT_LOGIN.testPattern(signs) || group.fields.some(({ raw }) => raw.type === "search")) score -= 5;
  if (fields.length > MANY_FIELDS) score -= 3;
  return score;
}

function bestButton(buttons: readonly ButtonPart[], score: (button: ButtonPart) => number): ButtonPart | undefined {
  let best: ButtonPart | undefined;
  let most = 0;
  for (const button of buttons) {
    const own = score(button);
    if (own <= most) continue;
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
  let score = raw.type === "submit" || raw.type === "image" ? 3 : raw.tag === "a" ? 0 : 1;
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
