import { actVerbs } from "../../../contract/agent-parts.ts";
import { usageError } from "../../../core/errors.ts";
import { posixWord } from "../../../core/shell-quotes.ts";
import type { ToolLine } from "./tool-lines.ts";
import { textsOf } from "./tool-words.ts";

interface Act {
  readonly verb: string;
  readonly ref: string;
  readonly values: readonly string[];
  readonly secret: string | undefined;
}

/** Inputs of the tool `act` beside the flags of its command. */
export const actSchema = {
  schema: {
    acts: {
      type: "array",
      items: {
        type: "object",
        properties: {
          verb: { type: "string", enum: actVerbs },
          ref: { type: "string", description: "e12; page for press, scroll" },
          value: { type: "string", description: "text, option, keys, direction, file or second ref" },
          secret: { type: "string", description: "source of a hidden value, env:NAME" },
        },
        required: ["verb", "ref"],
      },
    },
  },
  required: ["acts"],
} as const;

/**
 * Lines for the acts of a call, in order: those that can share a line of `browsers act SESSION -` do. A secret, and a value
 * of several lines, have a line of their own.
 */
export function actLines(input: Readonly<Record<string, unknown>>): ToolLine[] {
  const flags = ["wait", "force"].flatMap((name) => {
    const value = input[name];
    if (value === undefined || value === null || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}=${textsOf(name, value)[0]}`];
  });
  const session = input["session"] === undefined ? [] : textsOf("session", input["session"]);
  const head = ["browsers", "act", ...flags];
  return groupsOf(actsOf(input["acts"])).map((group) => {
    const [first] = group;
    if (group.length > 1 || first === undefined) {
      const stdin = group.map((act) => `${wordsOf(act).map(posixWord).join(" ")}\n`).join("");
      return { args: [...head, "--", ...session, "-"], stdin };
    }
    const secret = first.secret === undefined ? [] : [`--secret=${first.secret}`];
    return { args: [...head, ...secret, "--", ...session, ...wordsOf(first)] };
  });
}

function wordsOf({ verb, ref, values }: Act): string[] {
  return [verb, ...(ref === "" ? [] : [ref]), ...values];
}

/** Acts that can share a line, in groups; every other one is a group of its own. */
function groupsOf(acts: readonly Act[]): Act[][] {
  const groups: Act[][] = [];
  let isOpen = false;
  for (const act of acts) {
    const isAlone = act.secret !== undefined || [act.ref, ...act.values].some((text) => /[\r\n]/.test(text));
    if (isOpen && !isAlone) groups.at(-1)?.push(act);
    else groups.push([act]);
    isOpen = !isAlone;
  }
  return groups;
}

/** The acts of an input; a single one need not be in a list. Exit 2 for others. */
function actsOf(given: unknown): Act[] {
  const list = Array.isArray(given) ? given : [given];
  if (given === undefined || list.length === 0) throw usageError([{ path: "acts", message: "is missing" }]);
  return list.map((each: unknown, at) => {
    const path = `acts[${at}]`;
    if (typeof each !== "object" || each === null || Array.isArray(each))
      throw usageError([{ path, message: 'must be an object such as {verb: "click", ref: "e12"}' }]);
    const { verb, ref = "", value, secret, ...others } = each as Record<string, unknown>;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined)
      throw usageError([{ path: `${path}.${unknown}`, message: "is unknown: an act has verb, ref, value and secret" }]);
    if (verb === undefined) throw usageError([{ path: `${path}.verb`, message: `is missing: ${actVerbs.join(", ")}` }]);
    return {
      verb: textsOf(`${path}.verb`, verb)[0] ?? "",
      ref: textsOf(`${path}.ref`, ref)[0] ?? "",
      values: value === undefined || value === null ? [] : textsOf(`${path}.value`, value),
      secret: secret === undefined || secret === null ? undefined : textsOf(`${path}.secret`, secret)[0],
    };
  });
}
