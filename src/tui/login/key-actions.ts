import { pressFormKey } from "../kit/form-state.ts";
import { isCharacter } from "../kit/is-character.ts";
import type { Key } from "../kit/keys.ts";
import { movedIndex } from "../kit/selection.tsx";
import type { LoginModel, Question } from "./model.ts";
import type { LoginAnswer } from "./options.ts";

/** Effect of a key beyond a change of the model. */
export type Action =
  | { readonly do: "leave" | "cancel" | "qr" }
  | { readonly do: "open"; readonly url: string }
  | { readonly do: "answer"; readonly question: Question; readonly answer: LoginAnswer };

const NO_LIVE_VIEW = "the service names no live view";

/** Applies a key to the model. In a form letters are text: Escape leaves it, and letters are commands then. */
export function handleKey(model: LoginModel, key: Key): Action | undefined {
  model.note = undefined;
  if (model.overlay) {
    model.overlay = undefined;
    return undefined;
  }
  if (model.confirming) {
    model.confirming = false;
    return isCharacter(key, "y") && model.canCancel ? { do: "cancel" } : undefined;
  }
  if (key === "live") return opened(model, model.phase?.liveViewUrl, NO_LIVE_VIEW);
  if (key === "pageUp" || key === "pageDown") {
    const step = Math.max(1, model.size.rows - 4);
    model.scrolled += key === "pageUp" ? -step : step;
    return undefined;
  }
  const { question } = model;
  if (!question || model.sending) return command(model, key);
  model.scrolled = 0;
  switch (model.focus) {
    case "form":
      return inForm(model, question, key);
    case "choices":
      return inChoices(model, question, key);
    case "none":
      return besideQuestion(model, question, key);
  }
}

function inForm(model: LoginModel, question: Question, key: Key): Action | undefined {
  const { choices, fields, form } = question;
  if (key === "escape") {
    model.focus = "none";
    return undefined;
  }
  const leavesDown = (key === "tab" || key === "down") && form.focus === fields.length - 1;
  const leavesUp = (key === "backTab" || key === "up") && form.focus === 0;
  if (choices.length > 0 && (leavesDown || leavesUp)) {
    model.focus = "choices";
    question.choice = leavesDown ? 0 : choices.length - 1;
    return undefined;
  }
  const step = pressFormKey(fields, form, key);
  if (step.kind === "changed") question.form = step.state;
  if (step.kind !== "submitted") return undefined;
  // An empty optional field is not sent.
  const values = Object.fromEntries(Object.entries(step.values).filter(([, value]) => value !== ""));
  return { do: "answer", question, answer: { kind: "values", values } };
}

function inChoices(model: LoginModel, question: Question, key: Key): Action | undefined {
  const { asked, choice, choices, fields, form } = question;
  if (key === "escape") {
    model.focus = "none";
    return undefined;
  }
  if (key === "return") {
    const at = choice - (asked.action === undefined ? 0 : 1);
    const id = asked.choices[at]?.id;
    return { do: "answer", question, answer: id === undefined ? { kind: "done" } : { kind: "choice", id } };
  }
  const down = key === "tab" || key === "down";
  const up = key === "backTab" || key === "up";
  if (fields.length > 0 && ((down && choice === choices.length - 1) || (up && choice === 0))) {
    model.focus = "form";
    question.form = { ...form, focus: down ? 0 : fields.length - 1 };
    return undefined;
  }
  const moved = movedIndex(choice, down ? "down" : up ? "up" : key, choices.length, model.size.rows);
  if (moved === undefined) return command(model, key);
  question.choice = moved;
  return undefined;
}

function besideQuestion(model: LoginModel, question: Question, key: Key): Action | undefined {
  const back = ["tab", "backTab", "up", "down", "return", "escape"];
  if (typeof key !== "string" || !back.includes(key)) return command(model, key);
  if (question.fields.length > 0) model.focus = "form";
  else if (question.choices.length > 0) model.focus = "choices";
  return undefined;
}

function command(model: LoginModel, key: Key): Action | undefined {
  if (typeof key === "string") return undefined;
  switch (key.character) {
    case "q":
      return { do: "leave" };
    case "x":
      model.confirming = model.canCancel;
      return undefined;
    case "o":
      return opened(model, model.phase?.hostedUrl, "the service names no hosted page");
    case "v":
      return opened(model, model.phase?.liveViewUrl, NO_LIVE_VIEW);
    case "Q":
      if (model.phase?.hostedUrl !== undefined) return { do: "qr" };
      model.note = "the service names no hosted page";
      return undefined;
    case "?":
      model.overlay = "help";
      return undefined;
    default:
      return undefined;
  }
}

function opened(model: LoginModel, url: string | undefined, missing: string): Action | undefined {
  if (url !== undefined) return { do: "open", url };
  model.note = missing;
  return undefined;
}
