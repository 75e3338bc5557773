import { type Pattern, parsePattern } from "../../core/pattern.ts";
import { table } from "../../core/table.ts";
import type { Key, NamedKey } from "../kit/keys.ts";
import { editText, textInput } from "../kit/text-input.ts";
import { helpPages } from "./help.ts";
import type { LogModel, Prompt } from "./model.ts";

/** An action that the view itself cannot perform. */
export type Action = "leave" | "cancel";

/** UTF-16 units that a search or a filter may have. */
const MAX_PATTERN_LENGTH = 500;

/** Applies a key to the model. Returns the action that the caller has to perform. */
export function handleKey(model: LogModel, key: Key): Action | undefined {
  model.note = undefined;
  if (model.prompt) editPrompt(model, model.prompt, key);
  else if (model.confirming) return answerQuestion(model, key);
  else if (model.help !== undefined) turnHelpPage(model, key);
  else return handleLogKey(model, key);
  return undefined;
}

function handleLogKey(model: LogModel, key: Key): Action | undefined {
  if (typeof key === "string") {
    namedKeys[key]?.(model);
    return undefined;
  }
  if (key.character === "q") return "leave";
  if (key.character === "x" && model.canCancel && !model.ended) model.confirming = true;
  else characters.get(key.character)?.(model);
  return undefined;
}

type KeyHandler = (model: LogModel) => void;

const namedKeys: Readonly<Partial<Record<NamedKey, KeyHandler>>> = {
  up: (model) => model.scroll(-1),
  down: (model) => model.scroll(1),
  pageUp: (model) => model.scrollScreens(-1),
  pageDown: (model) => model.scrollScreens(1),
  home: (model) => model.toStart(),
  end: (model) => model.toEnd(),
  escape: (model) => model.setSearch(undefined),
};

const characters = table<KeyHandler>({
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
    model.prompt = { purpose: "search", input: textInput(), problem: undefined };
  },
  f: (model) => {
    const filter = model.store.page.filter?.source;
    model.prompt = { purpose: "filter", input: textInput(filter), problem: undefined };
  },
  "?": (model) => {
    model.help = 0;
  },
});

function editPrompt(model: LogModel, prompt: Prompt, key: Key): void {
  if (key === "escape") model.prompt = undefined;
  else if (key === "return") applyPrompt(model, prompt);
  else {
    const input = editText(prompt.input, key, MAX_PATTERN_LENGTH);
    if (input) model.prompt = { ...prompt, input, problem: undefined };
  }
}

function applyPrompt(model: LogModel, prompt: Prompt): void {
  let pattern: Pattern | undefined;
  try {
    pattern = parsePattern(prompt.input.text);
  } catch (error) {
    model.prompt = { ...prompt, problem: (error as Error).message };
    return;
  }
  model.prompt = undefined;
  if (prompt.purpose === "filter") model.setFilter(pattern);
  else model.setSearch(pattern);
}

function answerQuestion(model: LogModel, key: Key): Action | undefined {
  model.confirming = false;
  return typeof key !== "string" && key.character === "y" && !model.ended ? "cancel" : undefined;
}

/** Turns the pages of the key help. `?` and space also close the last page; `q`, Esc and Enter close any page. */
function turnHelpPage(model: LogModel, key: Key): void {
  const page = model.help ?? 0;
  const last = helpPages(model.size, model.canCancel).length - 1;
  const character = typeof key === "string" ? undefined : key.character;
  if (character === "?" || character === " ") model.help = page < last ? page + 1 : undefined;
  else if (key === "down" || key === "pageDown") model.help = Math.min(last, page + 1);
  else if (key === "up" || key === "pageUp") model.help = Math.max(0, page - 1);
  else if (character === "q" || key === "escape" || key === "return") model.help = undefined;
}
