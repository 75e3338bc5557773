/** Minimum length at which a value is recognized in a text; a shorter value could be part of any text. */
export const MIN_VALUE_LENGTH = 4;
/** Length below which a value is recognized only as a whole word, and not in the path of an address. */
const WORD_VALUE_LENGTH = 8;
/** Minimum length of the beginning of a value that shows that the rest is being sent too. */
const MIN_PART_LENGTH = 6;

/** Parts of a request that can carry a value. */
export interface SentContent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Body as bytes; absent without a body. */
  readonly body?: Buffer;
}

/** Texts of a request in which values are searched, one character for each byte. */
export interface SearchedContent {
  /** Host name in lower case. */
  readonly host: string;
  /** Path of the address. */
  readonly path: readonly string[];
  /** Query, headers and body. */
  readonly rest: readonly string[];
}

/** Readable forms of a request: unchanged, and with percent, JSON and base64 encodings removed. */
export function searchedContent({ url, headers, body }: SentContent): SearchedContent {
  const { hostname = "", username = "", password = "", pathname = "", search = "", hash = "" } = URL.parse(url) ?? {};
  const texts = bytesOf([username, password, search, hash, ...Object.values(headers)].join("\n"));
  return { host: hostname, path: readings(pathname), rest: readings(`${texts}\n${body?.toString("latin1") ?? ""}`) };
}

/**
 * True for content that has a value in a readable form. Not recognized: a value that a script has encrypted, hashed or
 * split, and a value of fewer than four characters.
 */
export function carries(content: SearchedContent, value: string): boolean {
  return value.length >= MIN_VALUE_LENGTH && holds(content, value, value.length < WORD_VALUE_LENGTH);
}

/**
 * True for content that has a value, or at least its first half: scripts send the content of a field at each key press.
 * A short value must occur as a whole.
 */
export function carriesPart(content: SearchedContent, value: string): boolean {
  const part = value.slice(0, Math.ceil(value.length / 2));
  return carries(content, value) || (part.length >= MIN_PART_LENGTH && holds(content, part, false));
}

function holds({ host, path, rest }: SearchedContent, value: string, isWord: boolean): boolean {
  const forms = [...new Set([bytesOf(value), value])];
  const texts = isWord ? rest : [...rest, ...path];
  const isFound = texts.some((text) => forms.some((form) => (isWord ? hasWord(text, form) : text.includes(form))));
  return isFound || hasWord(host, value.toLowerCase());
}

function readings(text: string): string[] {
  const once = withoutPercents(text);
  const twice = withoutPercents(once);
  const plain = [...new Set([text, once, twice, withoutEscapes(text), withoutEscapes(once)])];
  return [...plain, ...plain.map(withoutBase64)];
}

/** UTF-8 bytes of a text, one character for each. Characters that already are bytes stay. */
function bytesOf(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

function withoutPercents(text: string): string {
  return text
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Text without the escapes of JSON and JavaScript. */
function withoutEscapes(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|(["\\/]))/gi, (_, hex: string | undefined, plain: string | undefined) =>
    hex === undefined ? (plain ?? "") : bytesOf(String.fromCharCode(Number.parseInt(hex, 16))),
  );
}

/** Decodes every part of a text that can be read as base64, in either alphabet. */
function withoutBase64(text: string): string {
  const runs = [...(text.match(/[\w+/-]{4,}/g) ?? []), ...(text.match(/[\w-]{4,}/g) ?? [])];
  return [...new Set(runs)].map((run) => Buffer.from(run, "base64").toString("latin1")).join("\n");
}

/** True for a text in which `word` stands between characters that are neither letters nor digits. */
function hasWord(text: string, word: string): boolean {
  const isPart = (at: number): boolean => /[A-Za-z0-9]/.test(text.charAt(at));
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isPart(at - 1) && !isPart(at + word.length)) return true;
  }
  return false;
}
