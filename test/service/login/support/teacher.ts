import type { LoginAnswers, LoginDialog, LoginQuestion } from "../../../../src/service/login/flow/flow-types.ts";

/**
 * Person who shows a login in the page when the service asks the first time, and answers nothing. `isOver` resolves when
 * the service withdraws that question.
 */
export class Teacher implements LoginDialog {
  readonly questions: LoginQuestion[] = [];
  readonly #show: (isOver: Promise<void>) => Promise<unknown>;
  #showing: Promise<unknown> | undefined;

  constructor(show: (isOver: Promise<void>) => Promise<unknown>) {
    this.#show = show;
  }

  step(): void {}

  async ask(question: LoginQuestion, over: AbortSignal): Promise<LoginAnswers> {
    this.questions.push(question);
    this.#showing ??= this.#show(new Promise((resolve) => over.addEventListener("abort", () => resolve())));
    const ended = Promise.withResolvers<LoginAnswers>();
    over.addEventListener("abort", () => ended.reject(over.reason), { once: true });
    const failed = this.#showing.then(() => ended.promise);
    return Promise.race([ended.promise, failed]);
  }
}
