import { totpCode } from "../../../../src/demo-site/totp.ts";
import { Clock } from "../../../../src/service/clock.ts";
import type { LoginPage } from "../../../../src/service/login/drive/login-page.ts";
import type {
  LoginAnswers,
  LoginDialog,
  LoginInput,
  LoginQuestion,
  LoginResult,
} from "../../../../src/service/login/flow/flow-types.ts";
import { runLogin } from "../../../../src/service/login/flow/login-run.ts";
import type { SendRecord, SendRecords, SentValue } from "../../../../src/service/login/values/sends.ts";
import { alice, type LoginBrowser } from "../../../support/browser/login-browser.ts";

/** Stored credential of the first user of the demo site. */
export const stored = { username: alice.name, password: alice.password };

/** Codes of the first user's secret. */
export const totp = async (): Promise<string> => totpCode(alice.totpSecret, Date.now());

type Answer = LoginAnswers | ((question: LoginQuestion, over: AbortSignal) => LoginAnswers | Promise<LoginAnswers>);

/** Dialog of a test: answers the questions in order, and keeps them. A question without an answer fails. */
export class TestDialog implements LoginDialog {
  readonly questions: LoginQuestion[] = [];
  readonly steps: string[] = [];
  readonly #answers: Answer[];

  constructor(answers: readonly Answer[] = []) {
    this.#answers = [...answers];
  }

  step(step: string): void {
    if (this.steps.at(-1) !== step) this.steps.push(step);
  }

  async ask(question: LoginQuestion, over: AbortSignal): Promise<LoginAnswers> {
    this.questions.push(question);
    const answer = this.#answers.shift();
    if (!answer) throw new Error(`an unexpected question: ${JSON.stringify(question)}`);
    return typeof answer === "function" ? answer(question, over) : answer;
  }
}

/** Answer that gives values by the kind of their field. */
export function give(values: Readonly<Record<string, string>>): Answer {
  return ({ fields }) => ({
    values: Object.fromEntries(
      fields.filter(({ kind }) => values[kind] !== undefined).map(({ kind, ref }) => [ref, values[kind] ?? ""]),
    ),
  });
}

/** Answer that takes the choice whose label begins with a text. */
export function choose(label: string): Answer {
  return ({ choices }) => {
    const { ref } = choices.find((choice) => choice.label.startsWith(label)) ?? {};
    if (ref === undefined) throw new Error(`no choice "${label}" in ${JSON.stringify(choices)}`);
    return { choice: ref };
  };
}

/** Origins of the demo site that a test allows: the site and its identity provider. */
export function isOwnOrigin(origin: string): boolean {
  const { hostname = "" } = URL.parse(origin) ?? {};
  return hostname === "localhost" || hostname.endsWith(".localhost");
}

/** Records of one test. */
export class TestSends implements SendRecords {
  readonly #records = new Map<string, SendRecord>();

  get(sent: SentValue): SendRecord | undefined {
    return this.#records.get(JSON.stringify(sent));
  }

  set(sent: SentValue, record: SendRecord): void {
    this.#records.set(JSON.stringify(sent), record);
  }

  delete(sent: SentValue): void {
    this.#records.delete(JSON.stringify(sent));
  }
}

export interface LoginRun {
  readonly result: LoginResult;
  readonly dialog: TestDialog;
}

export interface RunOptions extends Partial<LoginInput> {
  readonly answers?: readonly Answer[];
  readonly signal?: AbortSignal;
  readonly dialog?: LoginDialog;
}

/** Logs in at `url`; without values, nothing is stored. */
export async function logInOn(page: LoginPage, url: string, options: RunOptions = {}): Promise<LoginRun> {
  const { answers = [], signal = new AbortController().signal, dialog, ...more } = options;
  const test = new TestDialog(answers);
  const input = {
    ...{ startUrl: url, isLoginPage: true, domain: "localhost", isAllowed: isOwnOrigin, values: {} },
    ...{ sends: new TestSends(), takeTurn: async () => () => {}, isUnattended: dialog !== undefined },
  };
  const result = await runLogin(page, { ...input, clock: new Clock(), ...more }, dialog ?? test, signal);
  return { result, dialog: test };
}

/** Logs in at a path of the demo site, from the logged-out state. */
export async function logInAt(browser: LoginBrowser, path: string, options: RunOptions = {}): Promise<LoginRun> {
  return logInOn(await browser.page(), browser.site.on("main", path), options);
}
