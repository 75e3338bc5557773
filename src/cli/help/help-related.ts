import type { CommandHead, CommandSpec } from "../declare/spec.ts";
import type { Group } from "./help-groups.ts";

/** Commands of the same group that a page points to. */
const NEIGHBOURS = 4;

/** Commands and topics that the help of a command points to. */
export interface Related {
  readonly commands: readonly string[];
  readonly topics: readonly string[];
}

/** Pages that a command's declaration names, then its neighbours in the group, and the topics of the group. */
export function relatedTo(
  { words, seeAlso = [] }: Pick<CommandSpec, "words" | "seeAlso">,
  heads: readonly Pick<CommandHead, "words">[],
  groups: readonly Group[],
): Related {
  const own = seeAlso.filter((each) => !each.startsWith("help "));
  const parent = parentOf(words);
  const siblings = parent === "" ? [] : heads.map((head) => head.words).filter((each) => parentOf(each) === parent);
  const at = siblings.indexOf(words);
  const near = siblings
    .map((each, index) => ({ each, index, far: Math.abs(index - at) }))
    .filter(({ each, far }) => far > 0 && !own.includes(each))
    .sort((a, b) => a.far - b.far || a.index - b.index)
    .slice(0, Math.max(0, NEIGHBOURS - own.length))
    .sort((a, b) => a.index - b.index);
  return {
    commands: [...own, ...near.map(({ each }) => each)],
    topics: [
      ...new Set([...seeAlso.flatMap((each) => each.match(/^help (.+)$/)?.[1] ?? []), ...topicsOf(words, groups)]),
    ],
  };
}

/** Topics of the innermost group of a command that has some. */
function topicsOf(words: string, groups: readonly Group[]): readonly string[] {
  const around = groups.filter((group) => words.startsWith(`${group.words} `) && group.topics);
  return around.sort((a, b) => b.words.length - a.words.length)[0]?.topics ?? [];
}

function parentOf(words: string): string {
  return words.split(" ").slice(0, -1).join(" ");
}
