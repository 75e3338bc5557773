import { type Html, html } from "../../core/html.ts";
import { MAX_VALUE } from "../login/drive/type-value.ts";
import type { AskedField } from "../login/flow/flow-types.ts";
import { isRequired } from "../managed-auth/interaction.ts";

/** Prefix of the names of controls with a value; the ref of the field follows. */
export const VALUE_PREFIX = "value:";

/** Attributes of a field's control. */
interface Control {
  readonly type: "text" | "password";
  readonly autocomplete: string;
  readonly inputmode: string;
}

/** Label, control and hint of a field. A value is never part of it. */
export function fieldMarkup(
  field: AskedField,
  at: number,
  { fields, problem, hasFocus }: { fields: readonly AskedField[]; problem: string | undefined; hasFocus: boolean },
): Html {
  const { label, options } = field;
  // The hint of a list names its options, which the list itself shows.
  const hint = options ? undefined : field.hint;
  const id = fieldId(at);
  const required = isRequired(field, fields);
  const wrong = problem ?? (isWrong(field, fields) ? "The website refused this value. Enter it again." : undefined);
  const describedBy = [
    ...(wrong === undefined ? [] : [`${id}-problem`]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
  ];
  const state = html`${attribute("required", required)}${attribute("autofocus", hasFocus)}${wrong === undefined ? undefined : html` aria-invalid="true"`}${describedBy.length === 0 ? undefined : html` aria-describedby="${describedBy.join(" ")}"`}`;
  return html`<div class="field">
<label for="${id}"><bdi>${label}</bdi>${required ? undefined : html` <span class="muted">(optional)</span>`}</label>
${wrong === undefined ? undefined : html`<p class="problem" id="${id}-problem">${wrong}</p>`}
<div class="control">${options ? listMarkup(field, id, state) : inputMarkup(field, id, state)}</div>
${hint === undefined ? undefined : html`<p class="muted" id="${id}-hint"><bdi>${hint}</bdi></p>`}
</div>`;
}

/** True for a refused value. Of a user name and a password that were refused together, the password is marked. */
function isWrong({ kind, reason }: AskedField, fields: readonly AskedField[]): boolean {
  const isOther =
    kind === "identifier" && fields.some((other) => other.kind === "password" && other.reason === "rejected");
  return reason === "rejected" && !isOther;
}

function inputMarkup(field: AskedField, id: string, state: Html): Html {
  const { type, autocomplete, inputmode } = controlOf(field);
  const reveal =
    type === "password"
      ? html`<button type="button" class="reveal" aria-controls="${id}" aria-pressed="false" aria-label="Show ${field.label}" hidden>Show</button>`
      : undefined;
  return html`<input id="${id}" name="${VALUE_PREFIX}${field.ref}" type="${type}" autocomplete="${autocomplete}" inputmode="${inputmode}" maxlength="${MAX_VALUE}" autocapitalize="none" autocorrect="off" spellcheck="false" dir="auto"${state}>${reveal}`;
}

function listMarkup({ ref, options = [] }: AskedField, id: string, state: Html): Html {
  const shown = options.filter(({ value }) => value !== "");
  return html`<select id="${id}" name="${VALUE_PREFIX}${ref}"${state}><option value="">Choose…</option>${shown.map(
    ({ value, label, selected }) =>
      html`<option value="${value}"${selected ? html` selected` : undefined}>${label}</option>`,
  )}</select>`;
}

/** Id of the control of a field by its place. */
export function fieldId(at: number): string {
  return `field-${at}`;
}

function attribute(name: "autofocus" | "required", isSet: boolean): Html | undefined {
  return isSet ? html` ${name}` : undefined;
}

function controlOf({ kind, type, inputType }: AskedField): Control {
  if (kind === "password") return { type: "password", autocomplete: "current-password", inputmode: "text" };
  if (kind === "code") {
    // An app's code has only digits; other codes may have letters, which a numeric keypad lacks.
    const digits = type === "totp_code" || inputType === "tel" || inputType === "number";
    return { type: "text", autocomplete: "one-time-code", inputmode: digits ? "numeric" : "text" };
  }
  const inputmode = { text: "text", password: "text", email: "email", tel: "tel", number: "decimal", url: "url" }[
    inputType
  ];
  if (inputType === "password") return { type: "password", autocomplete: "off", inputmode };
  return { type: "text", autocomplete: kind === "identifier" ? "username" : "off", inputmode };
}
