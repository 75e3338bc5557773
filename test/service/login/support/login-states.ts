import type { LoginState } from "../../../../src/service/login/decide/page-changes.ts";
import type { FieldKind, LoginChoice, LoginField, PageFacts } from "../../../../src/service/login/page/page-facts.ts";

const origin = "https://shop.example.com";

/** A field of a login page; its ref is its kind and name, as on a page. */
export function field(kind: FieldKind, name: string = kind, more: Partial<LoginField> = {}): LoginField {
  const inputType = kind === "password" ? "password" : "text";
  const ref = `${kind}:${name}`;
  const state = { required: true, prefilled: false, readOnly: false } as const;
  return { ref, kind, name, label: name, inputType, selector: `[name=${name}]`, origin, ...state, ...more };
}

export function choice(kind: LoginChoice["kind"], label: string, more: Partial<LoginChoice> = {}): LoginChoice {
  return { ref: `${kind}:${label}`, kind, label, selector: "//button", origin, ...more };
}

/** Parts of a page that a test defines; the others are those of an empty page of the shop. */
export interface StatePart extends Partial<Omit<PageFacts, "form">> {
  /** Fields of the form; without them there is no form. */
  readonly fields?: readonly LoginField[];
  readonly formChoices?: readonly LoginChoice[];
  /** Cookies by name, with their value's hash. */
  readonly cookies?: Readonly<Record<string, string>>;
  /** Entries of localStorage by key. */
  readonly storage?: Readonly<Record<string, string>>;
}

export function loginState({ fields, formChoices = [], cookies = {}, storage = {}, ...facts }: StatePart): LoginState {
  const usual = {
    title: "",
    language: "en",
    choices: [],
    logout: false,
    popup: false,
    settled: true,
    alerts: [],
    entrances: [],
    ways: [],
  };
  const labels = (fields ?? []).map(({ label }) => label);
  return {
    facts: {
      ...usual,
      url: `${origin}/login`,
      controls: facts.controls ?? 0,
      ...facts,
      lines: facts.lines ?? labels,
      ...(fields && { form: { fields, choices: formChoices, submit: "submit" } }),
    },
    evidence: {
      cookies: Object.entries(cookies).map(([name, hash]) => {
        return { domain: "shop.example.com", path: "/", name, session: true, hash };
      }),
      storage: Object.entries(storage).map(([key, hash]) => ({ origin, area: "local", key, hash })),
    },
  };
}
