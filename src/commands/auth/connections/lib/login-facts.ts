import type { Api, Needs } from "../../../../cli/declare/body.ts";
import { loginErrorText } from "../../../../contract/login-error-texts.ts";
import { commandLine, filledAdvice } from "../../../../core/command-line.ts";
import { CliError } from "../../../../core/errors.ts";
import type { LocalLoginOriginsResult } from "../../../../generated/types.ts";
import { type FollowedLogin, lastLoginStates, requireLoggedIn } from "./login-subject.ts";

export type LocalTools = Pick<Api, "call" | "everyPage"> & Needs<"client" | "note">;

/**
 * Reads facts about logins that only the local service has; empty for a hosted one. A failure is only a note that names
 * `what`, because the login itself is known.
 */
export async function localFacts<Fact>(
  { client, note }: LocalTools,
  what: string,
  ask: () => Promise<readonly Fact[]>,
): Promise<readonly Fact[]> {
  if (!(await client()).isLocal) return [];
  try {
    return await ask();
  } catch (error) {
    const status = error instanceof CliError ? error.options.httpStatus : undefined;
    if (!(error instanceof CliError) || (status === undefined && error.exit !== "unreachable")) throw error;
    // A deleted connection has none.
    if (status !== 404) note(`note: ${what} are unknown: ${error.message}`);
    return [];
  }
}

/** Origins that a login sent values to. */
export type SentTo = NonNullable<LocalLoginOriginsResult[number]["sent_to"]>;

const WHAT = "the origins that got values";

/** Facts of the local service about all logins of a connection, by the ids of their timeline entries. */
export async function factsOfLogins(
  tools: LocalTools,
  id: string,
): Promise<ReadonlyMap<string, LocalLoginOriginsResult[number]>> {
  const logins = await localFacts(tools, WHAT, () => tools.everyPage("local.loginOrigins", { params: { id } }));
  return new Map(logins.map((login) => [login.id, login]));
}

/** Known origins outside of the connection's domain to which its last login sent values. */
export async function foreignOrigins(tools: LocalTools, id: string): Promise<SentTo> {
  const [last] = await localFacts(tools, WHAT, () =>
    tools.call("local.loginOrigins", { params: { id }, query: { limit: 1 } }),
  );
  return (last?.sent_to ?? []).filter(({ own_domain }) => !own_domain);
}

/** Final state of a login, with the origins outside of the connection's domain in `left_domain` where there are any. */
export async function withForeignOrigins<State extends { readonly flow_status: string }>(
  tools: LocalTools,
  id: string,
  state: State,
): Promise<State & { readonly left_domain?: SentTo }> {
  if (!lastLoginStates.includes(state.flow_status)) return state;
  const origins = await foreignOrigins(tools, id);
  return origins.length === 0 ? state : { ...state, left_domain: origins };
}

/** Sentence about a login that left the domain of its connection; undefined if it did not. */
export function foreignSentence(origins: SentTo): string | undefined {
  if (origins.length === 0) return undefined;
  return `The last login left the domain of the connection: it sent values to ${origins.map(originText).join("; ")}.`;
}

/** Origin that got values, with the names of their fields. */
export function originText({ fields, origin }: SentTo[number]): string {
  return `${origin} (${fields.join(", ")})`;
}

/** Command that writes the screenshot of the last login; undefined when that has none. */
export async function screenshotCommand(tools: LocalTools, id: string): Promise<string | undefined> {
  const request = { params: { id }, query: { limit: 1 } };
  const [last] = await localFacts(tools, "screenshots of logins", () => tools.call("local.loginOrigins", request));
  return last?.has_screenshot ? commandLine`auth connections screenshot ${id} --out failed.png` : undefined;
}

/** Exit 8 for a login that ended without success: why, what to try, and the command for its screenshot. */
export async function requireSuccess(tools: LocalTools, login: FollowedLogin): Promise<void> {
  if (login.status === "SUCCESS") return;
  const { error_code } = login.state;
  const advice = login.status === "FAILED" && error_code ? loginErrorText(error_code)?.advice : undefined;
  const screenshot = login.status === "CANCELED" ? undefined : await screenshotCommand(tools, login.id);
  requireLoggedIn(login, [
    // The name of the credential is in the explanation.
    ...(advice && !advice.includes("<name>")
      ? [{ code: "advice", message: filledAdvice(advice, { id: login.id }) }]
      : []),
    ...(screenshot ? [{ code: "screenshot", message: `The page at that moment: ${screenshot}` }] : []),
  ]);
}
