import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { folded, phrasePattern } from "../service/login/page/phrases.ts";
import { root } from "./paths.ts";

/** Texts of one language by key; the keys of nested texts are joined by dots. */
type Texts = Readonly<Record<string, string>>;

/** Texts of the sources that have the meaning of one term. */
interface Sources {
  /** Keys in the localizations of Clerk. */
  readonly clerk?: RegExp;
  /** Keys in the messages of Keycloak. */
  readonly keycloak?: RegExp;
  /** Part of a text to take; the whole text by default. */
  readonly part?: "first sentence" | "last sentence";
  /** True for a template with the name of a provider; its place becomes `*`. */
  readonly template?: boolean;
}

/** Packages that the phrases come from. */
export const sourcePackages = ["@clerk/localizations", "keycloakify"] as const;

/** Fake language for tests of layouts: English with accents. */
const pseudoLanguage = "enXA";

/** Terms in order of precedence: a phrase that two control terms share belongs to the earlier one. */
const controls: Readonly<Record<string, Sources>> = {
  logOut: { clerk: /^userButton\.action__signOut$|\.signOut\.actionLink$/, keycloak: /^doLogout$/ },
  notLogin: {
    clerk: /^signIn\.start\.actionLink$|^userProfile\.formButtonPrimary__save$/,
    keycloak: /^(?:doRegister|registerTitle)$/,
  },
  search: { clerk: /^organizationProfile\.membersPage\.action__search$/ },
  helper: {
    clerk:
      /^formFieldAction__forgotPassword$|^signIn\.forgotPassword(?:AlternativeMethods)?\.(?:title|blockButton__resetPassword)$|^signIn\.alternativeMethods\.(?:actionLink|getHelp\.title)$/,
    keycloak: /^(?:doForgotPassword|emailForgotTitle|hidePassword|showPassword|termsTitle|languages)$/,
  },
  resend: {
    clerk: /^(?:signIn|reverification)\.(?:emailCode|phoneCode|emailLink|phoneCodeMfa)\.resendButton$/,
    part: "last sentence",
  },
  otherMethod: {
    clerk: /^(?:signIn|reverification)\.password\.actionLink$|^signIn\.alternativeMethods\.title$/,
    keycloak: /^doTryAnotherWay$/,
  },
  passkey: {
    clerk: /^signIn\.(?:start\.actionLink__use_passkey|alternativeMethods\.blockButton__passkey|passkey\.title)$/,
    keycloak: /^(?:webauthn-(?:display-name|doAuthenticate)|passkey-doAuthenticate)$/,
  },
  singleSignOn: { clerk: /^signIn\.enterpriseSSO\.formButtonPrimary$/ },
  authenticatorApp: {
    clerk: /blockButton__totp$|^userProfile\.start\.mfaSection\.totp\.headerTitle$/,
    keycloak: /^otp-display-name$/,
  },
  recoveryCode: {
    clerk: /blockButton__backupCode$|\.backupCodes\.headerTitle$|^formFieldLabel__backupCode$/,
    keycloak: /^(?:auth-recovery-authn-code-form-display-name|recovery-codes-label-default)$/,
  },
  signInMethod: {
    clerk:
      /^signIn\.(?:start\.actionLink__use_(?:email|phone|username|email_username)|alternativeMethods\.blockButton__password)$/,
  },
  logIn: { clerk: /^signUp\.(?:start|continue)\.actionLink$/, keycloak: /^doLogIn$/ },
  nextStep: { clerk: /^formButtonPrimary(?:__verify)?$/, keycloak: /^doContinue$/ },
  submit: { keycloak: /^doSubmit$/ },
  decline: {
    clerk: /^backButton$|^userProfile\.formButtonReset$/,
    keycloak: /^do(?:No|Cancel|Back|Decline)$|^backToLogin$/,
  },
  agree: { keycloak: /^do(?:Yes|Accept|Ignore)$/ },
};

/** Terms whose phrases are compared with whole labels. */
const wholeTexts: ReadonlySet<string> = new Set(["decline", "agree", "withProvider"]);

/** Terms of fields and lines, which may share phrases with other terms. */
const others: Readonly<Record<string, Sources>> = {
  identifier: {
    clerk: /^formField(?:Label|InputPlaceholder)__(?:username|emailAddress|emailAddress_username)$/,
    keycloak: /^(?:username|usernameOrEmail|email)$/,
  },
  email: { clerk: /^formFieldLabel__emailAddress$/, keycloak: /^email$/ },
  phone: { clerk: /^formFieldLabel__phoneNumber$/, keycloak: /^phoneNumber$/ },
  password: {
    clerk: /^formField(?:Label|InputPlaceholder)__(?:password|currentPassword)$/,
    keycloak: /^password(?:-display-name)?$/,
  },
  newPassword: {
    clerk: /^formField(?:Label|InputPlaceholder)__(?:newPassword|confirmPassword|signUpPassword)$/,
    keycloak: /^password(?:New|Confirm|NewConfirm)$/,
  },
  oneTimeCode: {
    clerk: /^signIn\.(?:emailCode|phoneCode|phoneCodeMfa|totpMfa)\.formTitle$|^formField\w+__backupCode$/,
    keycloak: /^(?:authenticatorCode|loginOtpOneTime|console-otp)$/,
  },
  otherCode: { keycloak: /^postal_code$/ },
  chooseAccount: {
    clerk:
      /^(?:signIn\.(?:accountSwitcher|enterpriseConnections)\.title|organizationList\.title(?:WithoutPersonal)?|taskChooseOrganization\.chooseOrganization\.title)$/,
    keycloak: /^organization\.select$/,
  },
  secondFactor: { clerk: /^signIn\.totpMfa\.title$|^userProfile\.start\.mfaSection\.title$/ },
  mailedLink: { clerk: /^signIn\.emailLink\.title$/ },
  withProvider: { clerk: /^socialButtonsBlockButton$/, template: true },
  refusal: {
    clerk:
      /^unstable__errors\.form_(?:password_incorrect|identifier_not_found|code_incorrect|password_or_identifier_incorrect)$/,
    keycloak:
      /^invalid(?:User|Username|UsernameOrEmail|Password|Totp)Message$|^account(?:Temporarily)?DisabledMessage$|^(?:expiredCodeMessage|loginTimeout|access-denied|delegationFailedHeader|doTryAgain)$/,
    part: "first sentence",
  },
};

/** Module with the words of login pages, by the term that they stand for. */
export async function loginWordsModule(): Promise<string> {
  const [clerk, keycloak] = await Promise.all([clerkTexts(), keycloakTexts()]);
  const phrases = new Map<string, string[]>();
  const taken = new Set<string>();
  for (const [term, sources] of Object.entries({ ...controls, ...others })) {
    const found = phrasesOf(sources, clerk, keycloak).filter((phrase) => !(term in controls && taken.has(phrase)));
    if (term in controls) for (const phrase of found) taken.add(phrase);
    phrases.set(term, found);
  }
  const lines = [...phrases].map(([term, found]) => {
    const foreign = phrasePattern([...taken].filter((phrase) => !found.includes(phrase)));
    const kept = wholeTexts.has(term) ? found : shortest(found, foreign);
    const line = `  ${term}: ${literal(kept.toSorted().join("|"))},\n`;
    return line.length > 120 ? line.replace(": ", ":\n    ") : line;
  });
  return `/**
 * Words of login pages in many languages by the term that they stand for, folded and joined by \`|\`; \`*\` is the name of a
 * provider. From the texts of ${(await Promise.all(sourcePackages.map(named))).join(" and ")}.
 */
// Written by \`npm run generate\`. Do not edit.
export const loginWords = {
${lines.join("")}} as const;
`;
}

/**
 * Phrases without those that contain another one as whole words. One that also contains a phrase of another term stays,
 * because it tells the terms apart.
 */
function shortest(phrases: readonly string[], foreign: RegExp): string[] {
  return phrases.filter((phrase) => {
    const parts = phrases.filter((other) => other !== phrase && phrase.includes(other));
    return parts.length === 0 || foreign.test(phrase) || !phrasePattern(parts).test(phrase);
  });
}

/** Name, version and licence of a package. */
async function named(name: string): Promise<string> {
  const about = JSON.parse(await readFile(join(root, "node_modules", name, "package.json"), "utf8"));
  return `${name} ${about.version} (${about.license})`;
}

/** The text in the quotes that need fewer escapes, as the formatter has it. */
function literal(text: string): string {
  const count = (quote: string): number => text.split(quote).length;
  const quote = count('"') > count("'") ? "'" : '"';
  return `${quote}${text.replaceAll(quote, `\\${quote}`)}${quote}`;
}

/** Distinct phrases of a term. A phrase of one or two letters is dropped: it is a word of another language too. */
function phrasesOf(sources: Sources, clerk: readonly Texts[], keycloak: readonly Texts[]): string[] {
  const texts = [...picked(clerk, sources.clerk), ...picked(keycloak, sources.keycloak)];
  const found = texts.flatMap((text) => phraseOf(text, sources));
  return [...new Set(found)].filter((phrase) => /^[\p{sc=Han}\p{sc=Hangul}]{2}|(?:[\p{L}\p{M}].*){3}/u.test(phrase));
}

function picked(languages: readonly Texts[], wanted: RegExp | undefined): string[] {
  if (!wanted) return [];
  return languages.flatMap((texts) =>
    Object.keys(texts).flatMap((key) => (wanted.test(key) ? [texts[key] ?? ""] : [])),
  );
}

/** The folded text without marks around it, with `*` for a placeholder; none for a text that no page shows like that. */
function phraseOf(text: string, { part, template }: Sources): string[] {
  const plain = folded(
    text
      .replace(/<[^>]*>|&\w+;/g, " ")
      .replace(/\$?\{\{?[^{}]*\}?\}/g, "*")
      .replaceAll("|", " "),
  );
  const sentences = plain.split(/(?<=[.?!;]) |(?<=[。？！؟।])/).filter((sentence) => /\p{L}/u.test(sentence));
  const chosen = part === "first sentence" ? sentences.at(0) : part === "last sentence" ? sentences.at(-1) : plain;
  const phrase = (chosen ?? "").replace(
    template ? /^[^\p{L}*]+|[^\p{L}\p{M}*]+$/gu : /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu,
    "",
  );
  return phrase === "" || phrase.includes("@") || phrase.includes("*") !== (template ?? false) ? [] : [phrase];
}

async function clerkTexts(): Promise<Texts[]> {
  const module = await import(pathToFileURL(join(root, "node_modules/@clerk/localizations/dist/index.mjs")).href);
  return Object.keys(module)
    .filter((name) => name !== pseudoLanguage)
    .map((name) => Object.fromEntries(entriesOf(module[name])));
}

async function keycloakTexts(): Promise<Texts[]> {
  const directory = join(root, "node_modules/keycloakify/login/i18n/messages_defaultSet");
  const names = (await readdir(directory)).filter((name) => /^[a-z]{2}(?:-[A-Z]{2})?\.js$/.test(name));
  return Promise.all(
    names.toSorted().map(async (name) => {
      const module = await import(pathToFileURL(join(directory, name)).href);
      return Object.fromEntries(entriesOf(module.default));
    }),
  );
}

/** Texts of nested objects. */
function entriesOf(texts: object, before = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] => {
    if (typeof value === "string") return [[before + key, value]];
    return typeof value === "object" && value !== null ? entriesOf(value, `${before + key}.`) : [];
  });
}
