import { CliError } from "./errors.ts";
import { sanitizeLine } from "./sanitize.ts";

declare const web: unique symbol;

/** Address of a web page in its normal form. It starts with `http://` or `https://` and is printable ASCII without spaces. */
export type WebAddress = string & { readonly [web]: true };

/** Control characters and spaces, which URL parsers remove and other programs treat as separators. */
const unsafe = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/;

/** Characters of an address that an error shows. */
const SHOWN_CHARACTERS = 200;

/**
 * Address of a web page that a service named; undefined for anything else, such as a `file:` or `javascript:` address,
 * or a flag of a program. Functions that open an address take a {@link WebAddress}.
 */
export function webAddress(text: string): WebAddress | undefined {
  if (!/^https?:\/\//i.test(text) || unsafe.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).href as WebAddress;
}

/** {@link webAddress}. Exit 1, `bad_answer`, for anything else. */
export function requireWebAddress(text: string): WebAddress {
  const address = webAddress(text);
  if (address !== undefined) return address;
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  const quoted = JSON.stringify(sanitizeLine(shown));
  const message = `the service named ${quoted} as an address to open; only http and https addresses are opened`;
  throw new CliError("failed", message, { code: "bad_answer", hint: "browserctl config explain" });
}
