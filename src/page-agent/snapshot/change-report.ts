import type { AgentState } from "../agent-state.ts";
import type { References } from "../references.ts";
import { estimatedTokens } from "../tokens.ts";
import type { Difference } from "./compare-lines.ts";
import type { Line } from "./line.ts";
import { lineText, type RefOf } from "./line-text.ts";

/** Maximum number of lines in another order that are said, and of lines that are gone; the others are counted. */
const MAX_MOVED = 3;
const MAX_GONE = 4;

/** Report of a difference, and what of it did not fit. */
export interface ChangeReport {
  /** `+` for what is new or says something else, `-` for what is gone, `~` for what stands in another place. */
  readonly texts: readonly string[];
  readonly said: readonly Line[];
  readonly unsaid: readonly Line[];
}

/** Reports a difference, a row with a reference as a whole, in at most `maxTokens` tokens; at least one line of it. */
export function reportChanges(
  { changed, gone, moved }: Difference,
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
  const rows = new Set<Line>();
  for (const line of changed) {
    const shown = line.kind !== "control" && line.parent?.cells ? line.parent : line;
    if (!rows.has(shown)) {
      // A sample of the reference first, so that what is not printed gets none.
      if (!fits(`+ ${lineText(shown, () => "e100")}`)) break;
      texts.push(`+ ${lineText(shown, refOf)}`);
    }
    rows.add(shown);
    said.push(line);
  }
  const unsaid = changed.slice(said.length);
  if (unsaid.length > 0) texts.push(`… ${unsaid.length} more changes; snapshot --delta shows them`);
  texts.push(...movedTexts(moved, refOf, fits), ...goneTexts(gone, references, fits));
  return { texts, said, unsaid };
}

/** The first lines that are gone. */
function goneTexts(gone: Difference["gone"], references: References, fits: (text: string) => boolean): string[] {
  const texts: string[] = [];
  for (const { isControl, key, text } of gone.slice(0, MAX_GONE)) {
    const ref = isControl ? references.ofKey(key) : undefined;
    const own = ref === undefined ? `- ${isControl ? "" : ": "}${text}` : `- ${ref} ${text}`;
    if (!fits(own)) break;
    texts.push(own);
  }
  return gone.length > texts.length ? [...texts, `… ${gone.length - texts.length} more are gone`] : texts;
}

/** The first rows that stand in another order now. */
function movedTexts(moved: readonly Line[], refOf: RefOf, fits: (text: string) => boolean): string[] {
  const texts: string[] = [];
  for (const line of moved.slice(0, MAX_MOVED)) {
    if (!fits(`~ ${lineText(line, () => "e100")}`)) break;
    texts.push(`~ ${lineText(line, refOf)}`);
  }
  return moved.length > texts.length ? [...texts, `… ${moved.length - texts.length} more in another order`] : texts;
}
