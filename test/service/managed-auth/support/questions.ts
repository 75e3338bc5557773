import type { AskedField, LoginQuestion } from "../../../../src/service/login/flow/flow-types.ts";
import type { LoginChoice } from "../../../../src/service/login/page/page-facts.ts";

/** Field of a question, of the page's form. */
export function askedField(ref: string, more: Partial<AskedField> = {}): AskedField {
  const name = ref.replace(/^.*:/, "");
  return {
    ref,
    kind: "text",
    type: "text",
    reason: "missing",
    name,
    label: name,
    required: false,
    inputType: "text",
    selector: `input[name="${name}"]`,
    origin: "https://shop.example.com",
    prefilled: false,
    readOnly: false,
    ...more,
  };
}

/** Choice of a question. */
export function offeredChoice(ref: string, more: Partial<LoginChoice> = {}): LoginChoice {
  const label = ref.replace(/^.*:/, "");
  const selector = `//button[. = "${label}"]`;
  return { ref, kind: "other", label, selector, origin: "https://shop.example.com", ...more };
}

/** Question for input; of another kind by `more`. */
export function question(more: Partial<LoginQuestion> = {}): LoginQuestion {
  return { kind: "input", fields: [], choices: [], ...more };
}

export const identifier = askedField("identifier:email", {
  kind: "identifier",
  type: "identifier",
  label: "Email",
  inputType: "email",
  required: true,
});
export const password = askedField("password:password", {
  kind: "password",
  type: "password",
  label: "Password",
  inputType: "password",
});
export const code = askedField("code:otp", { kind: "code", type: "code", label: "Code", hint: "Sent to ••12" });
