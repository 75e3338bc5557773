import { type Pattern, parsePattern } from "../../core/pattern.ts";
import { helpPages } from "./help.ts";
import type { LogModel, Prompt } from "./log-model.ts";

/** A key: a character, or one of these. */
export type Key =
  | "up"
  | "down"
  | "pageUp"
  | "pageDown"
  | "home"
  | "end"
  | "return"
  | "escape"
  | "backspace"
  | "clear"
  | "interrupt"
  | { readonly character: string };

/** What a key asks of whoever shows the view. */
export type Action = "leave" | "interrupt" | "cancel";

/** Characters that a search or a filter may have. */
const LONGEST_PATTERN = 500;

/** Does what a key stands for. */
export function handleKey(model: LogModel, key: Key): Action | undefined {
  if (key === "interrupt") return "interrupt";
  model.note = undefined;
  if (model.prompt) typed(model, model.prompt, key);
  else if (model.confirming) return confirmed(model, key);
  else if (model.help !== undefined) turnHelp(model, key);
  else return act(model, key);
  return undefined;
}

function act(model: LogModel, key: Key): Action | undefined {
  if (typeof key === "string") {
    keys[key]?.(model);
    return undefined;
  }
  if (key.character === "q") return "leave";
  if (key.character === "x" && model.canCancel && !model.ended) model.confirming = true;
  else characters[key.character]?.(model);
  return undefined;
}

type KeyHandler = (model: LogModel) => void;

const keys: Readonly<Partial<Record<string, KeyHandler>>> = {
  up: (model) => model.scroll(-1),
  down: (model) => model.scroll(1),
  pageUp: (model) => model.scrollScreens(-1),
  pageDown: (model) => model.scrollScreens(1),
  home: (model) => model.toStart(),
  end: (model) => model.toEnd(),
  escape: (model) => model.setSearch(undefined),
};

const characters: Readonly<Partial<Record<string, KeyHandler>>> = {
  k: (model) => model.scroll(-1),
  j: (model) => model.scroll(1),
  g: (model) => model.toStart(),
  G: (model) => model.toEnd(),
  " ": (model) => model.pause(),
  p: (model) => model.pause(),
  n: (model) => model.toMatch("next"),
  N: (model) => model.toMatch("previous"),
  t: (model) => model.nextTimeForm(),
  w: (model) => {
    model.wrap = !model.wrap;
  },
  "/": (model) => {
    model.prompt = { purpose: "search", text: "", problem: undefined };
  },
  f: (model) => {
    model.prompt = { purpose: "filter", text: model.store.page.filter?.source ?? "", problem: undefined };
  },
  "?": (model) => {
    model.help = 0;
  },
};

function typed(model: LogModel, prompt: Prompt, key: Key): void {
  const text = (next: string): void => {
    model.prompt = { ...prompt, text: next.slice(0, LONGEST_PATTERN), problem: undefined };
  };
  if (typeof key !== "string") text(prompt.text + key.character);
  else if (key === "backspace") text([...prompt.text].slice(0, -1).join(""));
  else if (key === "clear") text("");
  else if (key === "escape") model.prompt = undefined;
  else if (key === "return") take(model, prompt);
}

function take(model: LogModel, prompt: Prompt): void {
  let pattern: Pattern | undefined;
  try {
    pattern = parsePattern(prompt.text);
  } catch (error) {
    model.prompt = { ...prompt, problem: (error as Error).message };
    return;
  }
  model.prompt = undefined;
  if (prompt.purpose === "filter") model.setFilter(pattern);
  else model.setSearch(pattern);
}

function confirmed(model: LogModel, key: Key): Action | undefined {
  model.confirming = false;
  return typeof key !== "string" && key.character === "y" && !model.ended ? "cancel" : undefined;
}

/** `?`, space and the keys that move turn the pages; `?` and space close the last one, `q`, Esc and Enter any. */
function turnHelp(model: LogModel, key: Key): void {
  const page = model.help ?? 0;
  const last = helpPages(model.size, model.canCancel).length - 1;
  const character = typeof key === "string" ? undefined : key.character;
  if (character === "?" || character === " ") model.help = page < last ? page + 1 : undefined;
  else if (key === "down" || key === "pageDown") model.help = Math.min(last, page + 1);
  else if (key === "up" || key === "pageUp") model.help = Math.max(0, page - 1);
  else if (character === "q" || key === "escape" || key === "return") model.help = undefined;
}
