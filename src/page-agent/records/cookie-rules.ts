import { Refusal } from "../requests.ts";

/** Maximum size of name and value together, and of the path, in bytes (RFC 6265bis, 5.6; Chromium has the same). */
const MAX_PAIR_BYTES = 4_096;
const MAX_ATTRIBUTE_BYTES = 1_024;

/** Cookie to set. */
export interface NewCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** Domain whose hosts get it; that of the page alone when undefined. */
  readonly domain: string | undefined;
  readonly secure: boolean;
  readonly same_site: "strict" | "lax" | "none" | undefined;
}

interface Rule {
  /** True for a cookie that breaks the rule. */
  readonly breaks: (cookie: NewCookie) => boolean;
  readonly text: string;
  readonly next?: string;
}

const controls = /[\u0000-\u001f\u007f]/;

/** Rules that Chromium has without naming the one that is broken. No text has a value. */
const rules: readonly Rule[] = [
  {
    breaks: ({ name }) => /[=;]/.test(name) || controls.test(name),
    text: 'a name has no "=", ";" or control character',
  },
  { breaks: ({ name }) => name.trim() !== name, text: "a name does not begin or end with a space" },
  {
    breaks: ({ value }) => value.includes(";") || controls.test(value),
    text: 'a value has no ";" or control character; encode it',
  },
  { breaks: ({ value }) => value.trim() !== value, text: "a value does not begin or end with a space; encode it" },
  {
    breaks: ({ name, value }) => bytesOf(name + value) > MAX_PAIR_BYTES,
    text: `name and value have at most ${MAX_PAIR_BYTES} bytes together`,
  },
  {
    breaks: ({ path }) => !path.startsWith("/") || /;/.test(path) || controls.test(path),
    text: 'a path begins with "/" and has no ";"',
  },
  {
    breaks: ({ path }) => bytesOf(path) > MAX_ATTRIBUTE_BYTES,
    text: `a path has at most ${MAX_ATTRIBUTE_BYTES} bytes`,
  },
  {
    breaks: ({ name, secure }) => /^__(?:secure|host)-/i.test(name) && !secure,
    text: "a name that begins with __Secure- or __Host- is for a Secure cookie",
    next: "add --secure",
  },
  {
    breaks: ({ domain, name, path }) => /^__host-/i.test(name) && (domain !== undefined || path !== "/"),
    text: "a name that begins with __Host- is for the host of the page alone, and the path /",
    next: "leave out --domain and --path",
  },
  {
    breaks: ({ same_site, secure }) => same_site === "none" && !secure,
    text: "a cookie with SameSite=None must be Secure",
    next: "add --secure",
  },
];

/** Throws {@link Refusal} `bad_cookie` with the first rule that a cookie breaks. */
export function checkCookie(cookie: NewCookie): void {
  const broken = rules.find(({ breaks }) => breaks(cookie));
  if (broken) throw new Refusal("bad_cookie", broken.text, broken.next);
}

/** True for a host without a port, a path and the like. */
export function namesHost(host: string): boolean {
  if (!/^(?:[^\s/?#@:\\[\]]+|\[[\da-f:.]+\])$/iu.test(host)) return false;
  return URL.canParse(`http://${host}/`);
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
