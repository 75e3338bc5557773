import { evaluateApart } from "../evaluate.ts";
import { oneLine } from "../page-text.ts";
import { Refusal } from "../requests.ts";
import type { AgentPage } from "../target.ts";

/** Time limit of a pattern on all lines of a page, in milliseconds. */
const PATTERN_BOUND_MS = 1_000;

/** Finds the texts that fit. */
export type FindTexts = (texts: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Search for a text, case-insensitive, or for a pattern between slashes. A pattern is tried in a world of the page: one that
 * never ends stops that for a second, and not the service. Throws {@link Refusal} `wrong_kind` for a pattern that is none.
 */
export function findTexts(page: AgentPage, find: string): FindTexts {
  const pattern = patternOf(find);
  if (!pattern) {
    const wanted = oneLine(find).toLowerCase();
    return async (texts) => new Set(texts.filter((text) => text.toLowerCase().includes(wanted)));
  }
  const { flags, source } = pattern;
  return async (texts) => {
    const given = JSON.stringify([source, flags, texts]);
    const expression = `((source, flags, texts) => texts.filter((text) => new RegExp(source, flags).test(text)))(...${given})`;
    const found = await evaluateApart(page, expression, { timeout: PATTERN_BOUND_MS }).catch(() => undefined);
    if (!Array.isArray(found)) throw new Refusal("wrong_kind", `the pattern ${find} takes longer than 1 s`);
    return new Set(found as string[]);
  };
}

/** Pattern between slashes; undefined for a plain text. Throws {@link Refusal} `wrong_kind` for one that is not valid. */
export function patternOf(find: string): RegExp | undefined {
  const [, source, flags = ""] = /^\/(.+)\/([imsu]*)$/.exec(find) ?? [];
  if (source === undefined) return undefined;
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw new Refusal("wrong_kind", error instanceof Error ? error.message : "the pattern is not valid");
  }
}
