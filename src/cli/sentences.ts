import type { CommandContext } from "./context.ts";
import { placeOf } from "./place.ts";

/** A question with the project and context it is about, so that nobody with several of them mistakes them. */
export function inContext(question: string, context: CommandContext): string {
  const place = placeOf(context.service());
  return place === "" ? question : question.replace(/\?$/, () => ` in ${place}?`);
}

/** Fills the places of a sentence from the request: `{id_or_name}`, `{path}`. */
export function fill(sentence: string, { request }: CommandContext): string {
  const values: Record<string, unknown> = { ...request.query, ...request.body, ...request.params };
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
