import { type FlowState, pauseOf } from "../managed-auth/login-flow.ts";

/** Look of the page in a state; the styles have one colour for each. */
export type PageMood = "working" | "asking" | "good" | "bad";

/** Texts of the page for a state. */
export interface PageWords {
  readonly mood: PageMood;
  /** Short status, announced when it changes. */
  readonly status: string;
  readonly heading: string;
}

/** Texts of the page for the state of a login to a domain. */
export function wordsOf(state: FlowState, domain: string): PageWords {
  const { status, step } = state;
  if (status === "SUCCESS") return { mood: "good", status: "Logged in", heading: "You are logged in" };
  if (status === "FAILED") return { mood: "bad", status: "Failed", heading: "The login failed" };
  if (status === "EXPIRED") return { mood: "bad", status: "Expired", heading: "This login has expired" };
  if (status === "CANCELED") return { mood: "bad", status: "Canceled", heading: "This login was canceled" };
  const interaction = pauseOf(state);
  if (!interaction) {
    return step === "DISCOVERING"
      ? { mood: "working", status: "Opening the login page…", heading: `Opening the login page of ${domain}` }
      : { mood: "working", status: "Logging in…", heading: `Logging in to ${domain}` };
  }
  const { kind, fields } = interaction.question;
  if (kind === "external") return { mood: "asking", status: "Waiting for you", heading: "Confirm the login" };
  const asking = { mood: "asking", status: "Waiting for your input" } as const;
  if (fields.length === 0) return { ...asking, heading: "Choose how to continue" };
  const isCode = fields.every(({ kind: asked }) => asked === "code");
  return { ...asking, heading: isCode ? "Enter the code" : `Log in to ${domain}` };
}

/** Identity of the page's content: it changes whenever the content does. */
export function stateKey(state: FlowState): string {
  return [state.status, state.step, pauseOf(state)?.id ?? ""].join(" ");
}
