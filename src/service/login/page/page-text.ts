import { HIDDEN } from "../../../core/hidden-characters.ts";
import { MAX_TEXT } from "./page-facts.ts";

const unwanted = new RegExp(`[\\u0000-\\u001f\\u007f-\\u009f${HIDDEN}]+`, "gu");

/**
 * Text of a page without control, escape and invisible characters, with single spaces for white space, truncated to
 * `limit` characters with `…` at the end.
 */
export function pageText(text: string, limit = MAX_TEXT): string {
  const clean = text.toWellFormed().replace(/\s+/g, " ").replace(unwanted, "").replace(/ +/g, " ").trim();
  if (clean.length <= limit) return clean;
  return `${clean
    .slice(0, limit - 1)
    .toWellFormed()
    .replace(/\ufffd$/, "")}…`;
}

/** First text that is not empty; empty when there is none. */
export function firstText(...texts: readonly string[]): string {
  return texts.find((text) => text !== "") ?? "";
}
