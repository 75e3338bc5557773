import type { LoginEvidence } from "../page/evidence.ts";
import type { LoginField, PageFacts } from "../page/page-facts.ts";

/** Page and stored state of the browser at one time of a login. */
export interface LoginState {
  readonly facts: PageFacts;
  readonly evidence: LoginEvidence;
}

/** Names of cookies and storage entries of a login, as opposed to preferences and measurements. */
const sessionName = /sess|sid$|^sid|token|auth|jwt|user|login|account|identity|remember|sso|saml|jsessionid/i;

/** Change of the stored state: `session` when a name looks like that of a login, `some` for any other entry. */
export function storedChange(before: LoginEvidence, after: LoginEvidence): "none" | "session" | "some" {
  const known = new Set(entries(before).map(({ id, hash }) => `${id}\n${hash}`));
  const changed = entries(after).filter(({ id, hash }) => !known.has(`${id}\n${hash}`));
  if (changed.length === 0) return "none";
  return changed.some(({ name }) => sessionName.test(name)) ? "session" : "some";
}

/** New entries that no other tab of the browser has: `session` when a name looks like that of a login. */
export function changeOfTab(before: LoginEvidence, after: LoginEvidence): "none" | "session" | "some" {
  const ofTab = ({ storage }: LoginEvidence): LoginEvidence => ({
    cookies: [],
    storage: storage.filter(({ area }) => area === "session"),
  });
  return storedChange(ofTab(before), ofTab(after));
}

/** True for stored state with the name of a session, which a login on the server does not have to change. */
export function holdsSession(evidence: LoginEvidence): boolean {
  return entries(evidence).some(({ name }) => sessionName.test(name));
}

interface Entry {
  id: string;
  name: string;
  hash: string;
}

function entries({ cookies, storage }: LoginEvidence): Entry[] {
  return [
    ...cookies.map(({ domain, path, name, hash }) => ({ id: ["cookie", domain, path, name].join("\n"), name, hash })),
    ...storage.map(({ origin, area, key, hash }) => ({ id: [area, origin, key].join("\n"), name: key, hash })),
  ];
}

/** Lines of a page that were not there before, in their order. */
export function newLines(before: PageFacts, after: PageFacts): string[] {
  const known = new Set(before.lines);
  return after.lines.filter((line) => !known.has(line));
}

/** Fields that a page waits for: not read-only, and not an identifier that the page itself has filled. */
export function askedFields({ form }: Pick<PageFacts, "form">): readonly LoginField[] {
  return (form?.fields ?? []).filter(
    ({ readOnly, prefilled, kind }) => !(readOnly || (prefilled && kind === "identifier")),
  );
}

/** True when the address has another origin or path. Query and fragment change without a login. */
export function hasMoved(before: Pick<PageFacts, "url">, after: Pick<PageFacts, "url">): boolean {
  return place(before.url) !== place(after.url);
}

/** Origin and path, with the path of a fragment that is a route of the page, such as `#/login`. */
function place(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url;
  const route = /^#!?\/[^?]*/.exec(parsed.hash)?.[0] ?? "";
  return parsed.origin + parsed.pathname + route;
}
