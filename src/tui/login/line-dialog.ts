import { sanitizeLine } from "../../core/sanitize.ts";
import { count } from "../../render/sentence.ts";
import type { TextField } from "../kit/form-state.ts";
import type { Key } from "../kit/keys.ts";
import { editText, insertText, type TextInput, textInput } from "../kit/text-input.ts";
import type { Action } from "./key-actions.ts";
import { DONE, type LoginModel, type Question } from "./model.ts";
import type { LoginAnswer } from "./options.ts";

/** Subject of the current input line: a field of the question, or the number of a choice. */
type Prompt = { readonly kind: "field"; readonly at: number } | { readonly kind: "choice" };

/** Characters of the number of a choice. */
const MAX_NUMBER_LENGTH = 4;

/**
 * Asks questions line by line, for a screen reader: written text never changes. Typed text follows its prompt; a secret
 * is not written.
 */
export class LineDialog {
  readonly #model: LoginModel;
  readonly #write: (text: string) => void;
  #question: Question | undefined;
  #prompt: Prompt | undefined;
  #input: TextInput = textInput();
  #values: Record<string, string> = {};
  /** True when the line of a prompt is not finished. */
  #isInLine = false;

  constructor(model: LoginModel, write: (text: string) => void) {
    this.#model = model;
    this.#write = write;
  }

  /** Writes a line, and repeats an unfinished prompt. */
  writeLine(text: string): void {
    this.#endLine();
    this.#write(`${sanitizeLine(text)}\n`);
    if (this.#prompt) this.#writePrompt();
  }

  /** Asks the model's current question, unless it is already being asked. */
  update(): void {
    const { question } = this.#model;
    if (question === this.#question) return;
    this.#question = question;
    this.#prompt = undefined;
    this.#endLine();
    if (question) this.#begin(question);
  }

  /** Asks the present question from its beginning, as after an answer that was refused. */
  repeat(): void {
    this.#question = undefined;
    this.update();
  }

  /** Applies a key. A letter is a command when no input is expected. */
  press(key: Key): Action | { readonly do: "command"; readonly letter: string } | undefined {
    if (key === "live") return { do: "command", letter: "v" };
    if (!this.#prompt || this.#model.sending) {
      const question = this.#question;
      const isBack = key === "return" || key === "tab" || key === "escape";
      if (question && isBack && !this.#model.sending) this.#begin(question);
      return typeof key === "string" ? undefined : { do: "command", letter: key.character };
    }
    if (key === "escape") {
      this.#escape(this.#prompt);
      return undefined;
    }
    if (key === "return") return this.#enter(this.#prompt);
    // The number of a choice only has digits.
    if (this.#prompt.kind === "choice" && typeof key !== "string" && !/^\d$/.test(key.character)) {
      return { do: "command", letter: key.character };
    }
    const edited = editText(this.#input, key, this.#maxLength);
    // The cursor stays at the end, because written text cannot change.
    if (edited && edited.cursor === edited.text.length) this.#take(edited);
    return undefined;
  }

  paste(text: string): void {
    if (this.#prompt) this.#take(insertText(this.#input, text.replace(/[\r\n]+/g, ""), this.#maxLength));
  }

  get #maxLength(): number {
    return this.#prompt?.kind === "choice" ? MAX_NUMBER_LENGTH : (this.#field?.maxLength ?? 0);
  }

  get #field(): TextField | undefined {
    if (this.#prompt?.kind !== "field") return undefined;
    return this.#question?.fields[this.#prompt.at] as TextField | undefined;
  }

  /** Value of an earlier form for the current field. */
  get #kept(): string {
    const field = this.#field;
    return field?.kind === "text" ? (this.#question?.form.inputs[field.name]?.text ?? "") : "";
  }

  #begin({ asked, choices, fields, form }: Question): void {
    this.#values = {};
    if (asked.action !== undefined && asked.action !== "") this.#line(asked.action);
    for (const { label, name } of fields) {
      const problem = form.problems.get(name);
      if (problem !== undefined) this.#line(`${label}: ${problem}`);
    }
    if (fields.length > 0 && choices.length > 0) this.#line("There are other ways too: Esc lists them.");
    if (fields.length > 0) this.#ask({ kind: "field", at: 0 });
    else if (choices.length > 0) this.#askChoice(choices);
  }

  #askChoice(choices: Question["choices"]): void {
    for (const [at, { note, value }] of choices.entries()) this.#line(`${at + 1}: ${value}${note ? `, ${note}` : ""}`);
    this.#ask({ kind: "choice" });
  }

  #ask(prompt: Prompt): void {
    this.#prompt = prompt;
    this.#input = textInput();
    this.#writePrompt();
  }

  #writePrompt(): void {
    const field = this.#field;
    const facts = [
      ...(field?.kind === "secret" ? ["not shown"] : []),
      ...(field?.hint ? [field.hint] : []),
      ...(this.#kept === "" ? [] : [`Enter keeps ${this.#kept}`]),
    ];
    const text = field
      ? `${field.label}${facts.length > 0 ? ` (${facts.join("; ")})` : ""}: `
      : `Number of your choice, 1 to ${this.#question?.choices.length ?? 0}: `;
    this.#write(sanitizeLine(text));
    this.#isInLine = true;
    if (field?.kind !== "secret") this.#write(sanitizeLine(this.#input.text));
  }

  #escape(prompt: Prompt): void {
    this.#endLine();
    const choices = this.#question?.choices ?? [];
    if (prompt.kind === "field" && choices.length > 0) this.#askChoice(choices);
    else {
      this.#prompt = undefined;
      this.#line("Letters are keys now: ? lists them, Enter goes back to the question.");
    }
  }

  #enter(prompt: Prompt): Action | undefined {
    const question = this.#question;
    if (!question) return undefined;
    this.#endLine();
    const text = this.#input.text || this.#kept;
    if (prompt.kind === "choice") return this.#enterChoice(question, text);
    const field = this.#field;
    if (!field) return undefined;
    if (text === "" && field.required !== false) {
      this.#line(`${field.label} must not be empty.`);
      this.#ask(prompt);
      return undefined;
    }
    if (text !== "") this.#values[field.name] = text;
    const { form } = question;
    if (field.kind === "text") question.form = { ...form, inputs: { ...form.inputs, [field.name]: textInput(text) } };
    if (prompt.at + 1 < question.fields.length) {
      this.#ask({ kind: "field", at: prompt.at + 1 });
      return undefined;
    }
    return this.#answer(question, { kind: "values", values: this.#values });
  }

  #enterChoice(question: Question, text: string): Action | undefined {
    const { asked, choices } = question;
    const choice = /^\d+$/.test(text) ? choices[Number(text) - 1] : undefined;
    if (!choice) {
      this.#line(`There ${choices.length === 1 ? "is" : "are"} ${count(choices.length, "choice")}.`);
      this.#ask({ kind: "choice" });
      return undefined;
    }
    const at = Number(text) - 1 - (asked.action === undefined ? 0 : 1);
    const id = choice.value === DONE && at < 0 ? undefined : asked.choices[at]?.id;
    return this.#answer(question, id === undefined ? { kind: "done" } : { kind: "choice", id });
  }

  #answer(question: Question, answer: LoginAnswer): Action {
    this.#prompt = undefined;
    return { do: "answer", question, answer };
  }

  #take(next: TextInput): void {
    const before = this.#input.text;
    this.#input = next;
    if (this.#field?.kind === "secret") return;
    if (next.text.startsWith(before)) this.#write(sanitizeLine(next.text.slice(before.length)));
    else {
      this.#endLine();
      this.#writePrompt();
    }
  }

  #line(text: string): void {
    this.#write(`${sanitizeLine(text)}\n`);
  }

  #endLine(): void {
    if (this.#isInLine) this.#write("\n");
    this.#isInLine = false;
  }
}
