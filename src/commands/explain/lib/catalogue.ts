import { canReauthReasonTexts } from "../../../contract/can-reauth-reasons.ts";
import type { CodeText } from "../../../contract/code-text.ts";
import { detailCodes, streamErrorCodes } from "../../../contract/detail-codes.ts";
import { errorCodes } from "../../../contract/errors.ts";
import { loginErrorTexts } from "../../../contract/login-error-texts.ts";
import { netErrorTexts } from "../../../contract/net-error-texts.ts";
import {
  connectionStatusTexts,
  deploymentStateTexts,
  flowStatusTexts,
  flowStepTexts,
  invocationStateTexts,
  processStateTexts,
  projectStatusTexts,
  proxyStatusTexts,
  sessionStatusTexts,
} from "../../../contract/state-texts.ts";
import { capitalized } from "../../../core/capitalized.ts";
import { exitFacts } from "../../../core/exit-facts.ts";
import { clientCodes } from "./client-codes.ts";

/** Code with its text. */
export interface Entry {
  family: string;
  /** Word or number for looking it up. */
  code: string;
  /** Name of an exit code. */
  name?: string;
  /** Number of a network error, or HTTP status of an error code. */
  number?: number;
  /** Meaning, as a sentence. */
  meaning: string;
  /** Next step, as a sentence. */
  advice: string;
}

/** Family of codes. */
export interface Family {
  readonly family: string;
  readonly title: string;
  /** Example code in the list of families; the first code when omitted. */
  readonly example?: string;
  readonly entries: readonly Entry[];
  /** Further words for an entry, in lower case. */
  readonly also?: (entry: Entry) => readonly string[];
}

type Texts = Readonly<Record<string, CodeText>>;

/** Every family of codes, in the order in which matches are shown. */
export function families(): readonly Family[] {
  return [
    exits,
    {
      ...texts("api-error", "Error codes of the API", errorCodes),
      also: ({ number }) => [`${number}`, `http_${number}`],
    },
    texts("client-error", "Error codes of this program", clientCodes),
    texts("error-detail", "Codes in the details of an error", detailCodes),
    texts("stream-error", "Error codes within a stream", streamErrorCodes),
    texts("login-failure", "Error codes of a failed login (error_code)", loginErrorTexts),
    texts("can-reauth-reason", "Reasons why a connection can log in by itself, or not", canReauthReasonTexts),
    texts("connection-status", "Status of an auth connection", connectionStatusTexts),
    { ...texts("login-status", "Status of a login (flow_status)", flowStatusTexts), also: endCode("login") },
    texts("login-step", "Step of a login (flow_step)", flowStepTexts),
    texts("session-status", "Status of a session", sessionStatusTexts),
    texts("process-state", "State of a session's process", processStateTexts),
    { ...texts("invocation-state", "State of an invocation", invocationStateTexts), also: endCode("invocation") },
    { ...texts("deployment-state", "State of a deployment", deploymentStateTexts), also: endCode("deployment") },
    texts("project-status", "Status of a project", projectStatusTexts),
    texts("proxy-status", "Status of a proxy", proxyStatusTexts),
    netErrors,
  ];
}

const exits: Family = {
  family: "exit-code",
  title: "Exit codes of this program",
  example: "9",
  entries: exitFacts.map(({ name, code, when, advice }) => ({
    family: "exit-code",
    code: String(code),
    name,
    meaning: sentence(when),
    advice,
  })),
  also: ({ name }) => {
    const facts = exitFacts.find((each) => each.name === name);
    return [name ?? "", name?.replaceAll("-", "_") ?? "", ...(facts?.also ?? []).map(String)];
  },
};

const netErrors: Family = {
  family: "network-error",
  title: "Network errors of Chromium (net_error)",
  example: "ERR_NAME_NOT_RESOLVED",
  entries: netErrorTexts().map(({ name, number, meaning, advice }) => ({
    family: "network-error",
    code: name,
    number,
    meaning,
    advice,
  })),
  also: ({ code, number }) => [String(number), code.toLowerCase().replace(/^err_/, "")],
};

/** Code of the error of a run that ended in a state, such as `invocation_failed`. */
function endCode(what: "deployment" | "invocation" | "login"): NonNullable<Family["also"]> {
  return ({ code }) => [`${what}_${code.toLowerCase()}`];
}

function texts(family: string, title: string, codes: Texts): Family {
  const entries = Object.entries(codes).map(([code, text]) => {
    const { meaning, advice, status } = text as CodeText & { readonly status?: number };
    return { family, code, ...(status !== undefined && { number: status }), meaning, advice };
  });
  return { family, title, entries };
}

/** Entries for a word, case-insensitive and with or without `net::`, in the order of the families. */
export function findEntries(word: string, among: readonly Family[] = families()): Entry[] {
  const wanted = normalised(word);
  return among.flatMap(({ also, entries }) =>
    entries.filter((entry) => entry.code.toLowerCase() === wanted || also?.(entry).includes(wanted)),
  );
}

/** Every word of two letters or more under which an entry is found, for suggestions. */
export function knownWords(among: readonly Family[]): string[] {
  return [
    ...new Set(among.flatMap(({ entries }) => entries.flatMap(({ code, name }) => [code, ...(name ? [name] : [])]))),
  ];
}

/** The form in which words are compared. */
export function normalised(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/^net::/, "");
}

function sentence(text: string): string {
  return `${capitalized(text)}.`;
}
