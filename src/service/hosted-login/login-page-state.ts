import { stepSentence } from "../../contract/login-states.ts";
import { type FlowState, pauseOf } from "../managed-auth/login-flow.ts";

/** Look of the page in a state; the styles have one colour for each. */
export type PageMood = "working" | "asking" | "good" | "bad";

/** Texts of the page for a state. */
export interface PageWords {
  readonly mood: PageMood;
  /** Sentence for the work of the service, or for what it waits for; announced when it changes. */
  readonly status: string;
  readonly heading: string;
}

/** Maximum number of fields that a sentence names. */
const MAX_NAMES = 3;

/**
 * Texts of the page for the state of a login to a domain.
 *
 * @param doing what the service does in a state without a pause, if that is known
 */
export function wordsOf(state: FlowState, domain: string, doing?: string): PageWords {
  const { step } = state;
  if (state.status === "SUCCESS") return { mood: "good", status: "Logged in", heading: "You are logged in" };
  if (state.status === "FAILED") return { mood: "bad", status: "Failed", heading: "The login failed" };
  if (state.status === "EXPIRED") return { mood: "bad", status: "Expired", heading: "This login has expired" };
  if (state.status === "CANCELED") return { mood: "bad", status: "Canceled", heading: "This login was canceled" };
  const interaction = pauseOf(state);
  if (!interaction) {
    const sentence = doing ?? stepSentence(step, domain) ?? "Working";
    return { mood: "working", status: `${sentence}…`, heading: `Logging in to ${domain}` };
  }
  const { kind, fields } = interaction.question;
  if (kind === "external")
    return { mood: "asking", status: "Waiting for you to confirm the login", heading: "Confirm the login" };
  const mood = "asking";
  if (fields.length === 0) return { mood, status: "Waiting for your choice", heading: "Choose how to continue" };
  const names = fields.slice(0, MAX_NAMES).map(({ label }) => label);
  const more = fields.length > names.length ? ` and ${fields.length - names.length} more` : "";
  const status = `Waiting for you to enter ${names.join(", ")}${more}`;
  const isCode = fields.every(({ kind: asked }) => asked === "code");
  return { mood, status, heading: isCode ? "Enter the code" : `Log in to ${domain}` };
}

/** Identity of the page's content: it changes whenever the content does. */
export function stateKey(state: FlowState): string {
  return [state.status, state.step, pauseOf(state)?.id ?? ""].join(" ");
}
