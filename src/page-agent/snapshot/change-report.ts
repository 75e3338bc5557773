import type { AgentState } from "../agent-state.ts";
import { estimatedTokens } from "../tokens.ts";
import type { Difference } from "./compare-lines.ts";
import type { Line } from "./line.ts";
import { lineText, type RefOf } from "./line-text.ts";

/** Report of a difference, and what of it did not fit. */
export interface ChangeReport {
  /** `+` for what is new or says something else, `-` for what is gone. */
  readonly texts: readonly string[];
  readonly said: readonly Line[];
  readonly unsaid: readonly Line[];
  /** Keys of elements that are gone and were not said. */
  readonly unsaidGone: readonly string[];
}

/** Reports a difference in at most `maxTokens` tokens; at least one line of it. */
export function reportChanges(
  { changed, gone }: Difference,
  refOf: RefOf,
  { references }: AgentState,
  maxTokens: number,
): ChangeReport {
  const texts: string[] = [];
  let left = maxTokens;
  const fits = (text: string): boolean => {
    left -= estimatedTokens(text) + 1;
    return left >= 0 || texts.length === 0;
  };
  const said: Line[] = [];
  for (const line of changed) {
    // A sample of the reference first, so that what is not printed gets none.
    if (!fits(`+ ${lineText(line, () => "e100")}`)) break;
    texts.push(`+ ${lineText(line, refOf)}`);
    said.push(line);
  }
  const unsaid = changed.slice(said.length);
  let goneSaid = 0;
  for (const { isControl, key, text } of unsaid.length > 0 ? [] : gone) {
    const ref = isControl ? references.ofKey(key) : undefined;
    const own = ref === undefined ? `- ${isControl ? "" : ": "}${text}` : `- ${ref} ${text}`;
    if (!fits(own)) break;
    texts.push(own);
    goneSaid += 1;
  }
  const unsaidGone = gone.slice(goneSaid).map(({ key }) => key);
  const missing = unsaid.length + unsaidGone.length;
  if (missing > 0) texts.push(`… ${missing} more changes`);
  return { texts, said, unsaid, unsaidGone };
}
