import { withoutEnd } from "../../core/without-end.ts";

/** Name and value pairs: a list, a map or other headers. */
export type HeadersInit = Iterable<readonly [name: string, value: string]> | Readonly<Record<string, string>>;

/**
 * Header fields by name in any case, sorted by name; values of a repeated name are joined by commas. A part of the
 * web's `Headers`, because using that class loads Node's whole `fetch`, a third of the time of a call.
 */
export class HttpHeaders {
  readonly #fields = new Map<string, string>();

  constructor(init: HeadersInit = []) {
    const fields = Symbol.iterator in init ? init : Object.entries(init);
    for (const [name, value] of fields) this.append(name, value);
  }

  get(name: string): string | null {
    return this.#fields.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#fields.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#fields.set(name.toLowerCase(), trimmed(value));
  }

  append(name: string, value: string): void {
    const before = this.get(name);
    this.set(name, before === null ? value : `${before}, ${trimmed(value)}`);
  }

  [Symbol.iterator](): Iterator<[name: string, value: string]> {
    return [...this.#fields].sort(([a], [b]) => (a < b ? -1 : 1)).values();
  }
}

/** A value without the spaces of HTTP at its ends. `trim` would also take bytes of UTF-8, such as the last one of `à`. */
function trimmed(value: string): string {
  return withoutEnd(value, "\t\n\r ").replace(/^[\t\n\r ]+/, "");
}

/** Encodes a header's value as UTF-8 bytes, one character for each: the characters of a header are bytes. */
export function encodeHeader(value: string): string {
  return String.fromCharCode(...new TextEncoder().encode(value));
}
