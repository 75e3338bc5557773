import type { TaughtStep } from "../decide/taught-plan.ts";
import type { PlannedControl } from "../drive/planned-controls.ts";
import type { LoginField } from "../page/page-facts.ts";
import { pageText } from "../page/page-text.ts";

type TypedStep = Extract<TaughtStep, { readonly value: unknown }>;

/** Field of a step for the judgement of its effect: that of the login form where the page has one. */
export function replayedField(
  step: TypedStep,
  { control, origin }: PlannedControl,
  fields: readonly LoginField[],
): LoginField {
  const kind = kindOf(step);
  const name = control.name || control.id;
  const own = fields.find((field) => field.origin === origin && name !== "" && field.name === name);
  if (own) return own;
  const label = pageText(control.label || name, 60) || (step.do === "keys" ? "PIN" : "unnamed field");
  return {
    ref: `${kind}:${pageText(name || label, 60)}`,
    kind,
    name: pageText(name || label, 60),
    label,
    required: true,
    inputType: step.do === "keys" || control.type === "password" ? "password" : "text",
    selector: "",
    origin,
    prefilled: false,
    readOnly: false,
  };
}

/** A value that is pressed or typed without a name counts as a secret. */
function kindOf(step: TypedStep): LoginField["kind"] {
  const { value } = step;
  if (value.from === "totp" || (value.from === "person" && value.key === undefined)) return "code";
  if (step.do === "keys" || step.control.type === "password") return "password";
  return value.from === "credential" ? value.kind : "text";
}
