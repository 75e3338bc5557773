import type { Api, Needs } from "../../../../cli/declare/body.ts";
import { CliError } from "../../../../core/errors.ts";
import type { LocalLoginOriginsResult } from "../../../../generated/types.ts";
import { lastLoginStates } from "./login-subject.ts";

/** Origins that a login sent values to. */
export type SentTo = NonNullable<LocalLoginOriginsResult[number]["sent_to"]>;

type Tools = Pick<Api, "call" | "everyPage"> & Needs<"client" | "note">;

/** Known origins of all logins of a connection, by the ids of their timeline entries. */
export async function originsOfLogins(tools: Tools, id: string): Promise<ReadonlyMap<string, SentTo>> {
  const logins = await told(tools, () => tools.everyPage("local.loginOrigins", { params: { id } }));
  return new Map(logins.flatMap(({ id: entry, sent_to }) => (sent_to ? [[entry, sent_to]] : [])));
}

/** Known origins outside of the connection's domain to which its last login sent values. */
export async function foreignOrigins(tools: Tools, id: string): Promise<SentTo> {
  const [last] = await told(tools, () => tools.call("local.loginOrigins", { params: { id }, query: { limit: 1 } }));
  return (last?.sent_to ?? []).filter(({ own_domain }) => !own_domain);
}

/**
 * Reads origins. Empty for a hosted service, which does not report them. A failure is only a note, because the login
 * itself is known.
 */
async function told(
  { client, note }: Tools,
  ask: () => Promise<LocalLoginOriginsResult>,
): Promise<LocalLoginOriginsResult> {
  if (!(await client()).isLocal) return [];
  try {
    return await ask();
  } catch (error) {
    const status = error instanceof CliError ? error.options.httpStatus : undefined;
    if (!(error instanceof CliError) || (status === undefined && error.exit !== "unreachable")) throw error;
    // A deleted connection has no origins.
    if (status !== 404) note(`note: the origins that got values are unknown: ${error.message}`);
    return [];
  }
}

/** Final state of a login, with the origins outside of the connection's domain in `left_domain` where there are any. */
export async function withForeignOrigins<State extends { readonly flow_status: string }>(
  tools: Tools,
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
