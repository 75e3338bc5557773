import { sanitizeLine } from "../../core/sanitize.ts";
import { humanSeconds } from "../../render/sentence.ts";
import type { Connection } from "../kit/connection.ts";
import { type FormField, type FormState, initialForm, withProblems } from "../kit/form-state.ts";
import type { Choice } from "../kit/selection.tsx";
import type { TerminalSize } from "../kit/terminal-size.ts";
import type { AnswerProblem, Asked, LoginItem, LoginPhase, LoginTitle } from "./options.ts";

/** A step with its times, in milliseconds since 1970 of the local clock. */
export interface Step {
  readonly name: string;
  title: string;
  readonly startedAt: number;
  endedAt: number | undefined;
  /** True when the login ended in this step without success. */
  hasFailed: boolean;
}

/** Part of the screen that the keys act on. */
export type Focus = "form" | "choices" | "none";

/** Row of the choices that stands for the action outside of the page. */
export const DONE = "I have done this: continue";

/** Input that a login asks for, with the values entered so far. */
export interface Question {
  readonly asked: Asked;
  readonly fields: readonly FormField[];
  form: FormState;
  /** Rows of the choices: first that an action was taken, where there is one. */
  readonly choices: readonly Choice[];
  /** Index of the current choice. */
  choice: number;
}

export interface ModelOptions {
  readonly size: TerminalSize;
  readonly now: () => number;
  readonly canCancel: boolean;
  readonly maxLength: number;
}

/** State of the view of a login. Knows no terminal and no React. */
export class LoginModel {
  readonly #options: ModelOptions;
  size: TerminalSize;
  readonly steps: Step[] = [];
  phase: LoginPhase | undefined;
  /** Sentence of the service for its present work; undefined where it gives none. */
  doing: string | undefined;
  question: Question | undefined;
  focus: Focus = "none";
  /** True while an answer is on its way. */
  sending = false;
  connection: Connection = { state: "connecting" };
  /** Message in the status bar, until the next key. */
  note: string | undefined;
  expiresAt: number | undefined;
  /** Rows by which the middle is scrolled away from the focus. */
  scrolled = 0;
  overlay: "help" | "qr" | undefined;
  /** Rows of the QR code, once they are made. */
  qr: readonly string[] | undefined;
  /** True while the view asks for confirmation before it cancels the login. */
  confirming = false;
  /** Non-secret values of an earlier form, by the label of their field. */
  readonly #entered = new Map<string, string>();
  /** Pause that was answered, which may be reported once more. */
  #answered: string | undefined;

  constructor(options: ModelOptions) {
    this.#options = options;
    this.size = options.size;
  }

  get canCancel(): boolean {
    return this.#options.canCancel && this.phase?.end === undefined;
  }

  get now(): number {
    return this.#options.now();
  }

  /** Sentence for the running step: that of the service, or that of the step; undefined while a person acts. */
  get sentence(): string | undefined {
    if (!this.phase || this.phase.end || this.phase.asked) return undefined;
    return this.doing ?? this.phase.doing;
  }

  take(item: LoginItem): void {
    switch (item.kind) {
      case "phase":
        this.#takePhase(item.phase);
        break;
      case "note":
        this.note = item.text;
        break;
      case "connected":
        this.connection = { state: "connected" };
        break;
      case "reconnecting": {
        const { attempt, inMs, reason } = item;
        this.connection = { state: "reconnecting", reason, attempt, nextAttemptAt: this.now + inMs };
      }
    }
  }

  /** Notes that the stream has ended; a reason says that it broke. */
  end(reason?: string): void {
    this.connection = reason === undefined ? { state: "closed" } : { state: "lost", reason };
  }

  /** Notes that an answer is on its way. */
  send(): void {
    this.sending = true;
    this.note = undefined;
  }

  /** Notes the result of the answer to a question, which may be another one by now. */
  answered({ asked }: Question, problem: AnswerProblem | undefined): void {
    this.sending = false;
    if (problem) this.note = problem.text;
    if (this.question?.asked.pause !== asked.pause) return;
    if (!problem) {
      this.#answered = asked.pause;
      this.#keepEntered();
      this.question = undefined;
      this.focus = "none";
    } else if (Object.keys(problem.fields).length > 0) {
      this.question.form = withProblems(this.question.form, this.question.fields, problem.fields);
    }
  }

  #keepEntered(): void {
    const { fields = [], form } = this.question ?? {};
    for (const { kind, label, name } of fields) {
      const text = form?.inputs[name]?.text;
      if (kind === "text" && text) this.#entered.set(label, text);
    }
  }

  #takePhase(phase: LoginPhase): void {
    const { asked, end, step, title } = phase;
    const last = this.steps.at(-1);
    const now = this.now;
    // The addresses of an earlier phase stay valid until new ones arrive.
    const { hostedUrl = this.phase?.hostedUrl, liveViewUrl = this.phase?.liveViewUrl } = phase;
    this.phase = { ...phase, hostedUrl, liveViewUrl };
    if (last && (end || last.name !== step)) last.endedAt ??= now;
    const isRefused = last?.name !== step && asked?.fields.some(({ rejected }) => rejected) === true;
    if (last && (end === "failure" || isRefused)) last.hasFailed = true;
    if (!end && last?.name !== step)
      this.steps.push({ name: step, title, startedAt: now, endedAt: undefined, hasFailed: false });
    else if (last && last.name === step) last.title = title;
    if (!asked) this.#ask(undefined);
    else if (asked.pause !== this.question?.asked.pause && asked.pause !== this.#answered) this.#ask(asked);
  }

  #ask(asked: Asked | undefined): void {
    this.question = asked && question(asked, this.#options.maxLength, this.#entered);
    this.sending = false;
    this.scrolled = 0;
    this.confirming = false;
    if (!this.question) this.focus = "none";
    else this.focus = this.question.fields.length > 0 ? "form" : this.question.choices.length > 0 ? "choices" : "none";
  }
}

/** Refused fields. Of a user name and a password that were refused together, only the password is entered again. */
function refusedFields(fields: Asked["fields"]): Asked["fields"] {
  const refused = fields.filter(({ rejected }) => rejected);
  const secrets = refused.filter(({ secret }) => secret);
  return secrets.length > 0 ? secrets : refused;
}

function question(asked: Asked, maxLength: number, entered: ReadonlyMap<string, string>): Question {
  const fields = asked.fields.map(({ hint, id, label, required, secret }): FormField => {
    const optional = required ? "" : "optional";
    const text = [hint, optional].filter(Boolean).join("; ");
    return {
      kind: secret ? "secret" : "text",
      name: id,
      label,
      required,
      maxLength,
      ...(!secret && entered.has(label) && { initial: entered.get(label) }),
      ...(text !== "" && { hint: text }),
    };
  });
  const refused = refusedFields(asked.fields);
  const problems = Object.fromEntries(refused.map(({ id }) => [id, "the website refused this value"]));
  const done = asked.action === undefined ? [] : [{ value: DONE }];
  return {
    asked,
    fields,
    form: initialForm(fields, problems),
    choices: [...done, ...asked.choices.map(({ label, note }) => ({ value: label, note }))],
    choice: 0,
  };
}

/**
 * Summary that stays in the scrollback: the steps with their times. The command itself reports the result.
 *
 *     Log in to shop.example.com, profile customer
 *     ✓ Finding the login page 2s
 *     ✓ Waiting for Email, Password 14s
 */
export function summary({ domain, profile }: LoginTitle, { now, steps }: LoginModel): string[] {
  return [
    `Log in to ${sanitizeLine(domain)}, profile ${sanitizeLine(profile)}`,
    ...steps.map(({ endedAt, hasFailed, startedAt, title }) => {
      const time = humanSeconds(Math.floor(((endedAt ?? now) - startedAt) / 1_000));
      return `${endedAt === undefined ? "›" : hasFailed ? "✗" : "✓"} ${sanitizeLine(title)} ${time}`;
    }),
  ];
}
