import { parseJson } from "./parse-json.ts";

/** JSON value of a text; the text itself where it is not JSON, or nested too deep. */
export function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Percent-encoded text, decoded; the text itself where it is not percent-encoded UTF-8. */
export function decodedOrText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
