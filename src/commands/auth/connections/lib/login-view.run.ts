import type { BodyOf, Result, Screen } from "../../../../cli/declare/body.ts";
import { MAX_VALUE_CHARACTERS } from "../../../../contract/login-flows.ts";
import { stepSentence } from "../../../../contract/login-states.ts";
import { CliError, InterruptedError } from "../../../../core/errors.ts";
import { exitCode } from "../../../../core/exit-codes.ts";
import { epochMs } from "../../../../core/timestamp.ts";
import type { AuthConnectionsEventsEvent, ManagedAuth, ManagedAuthLogin } from "../../../../generated/types.ts";
import type { AnswerProblem, Asked, LoginAnswer, LoginItem, LoginPhase, ViewEnd } from "../../../../tui/login/show.ts";
import { openLink } from "../../../browsers/lib/open-link.ts";
import type { authConnectionsLogin } from "../login.ts";
import type { GivenAnswers } from "./given-answers.ts";
import { foreignOrigins, foreignSentence, requireSuccess } from "./login-facts.ts";
import { pauseOf } from "./login-lines.ts";
import { keepsRunning, loggedInSentence } from "./login-start.ts";
import { type FollowedLogin, followLogin, type LoginState } from "./login-subject.ts";
import {
  choiceSubmission,
  type RequestedInput,
  requestedInput,
  type Submission,
  valuesSubmission,
} from "./requested-input.ts";
import { askedText, stepTitle } from "./state-words.ts";

type Login = BodyOf<typeof authConnectionsLogin>;
type StateEvent = Extract<AuthConnectionsEventsEvent, { event: "managed_auth_state" }>;

/** Time for which the service may wait before it says that nothing has changed. */
const PROGRESS_SECONDS = 10;

/** A login to follow: newly started, or already running. */
export interface ViewedLogin {
  readonly answers: GivenAnswers;
  readonly started: ManagedAuthLogin | undefined;
  readonly running: ManagedAuth | undefined;
  /** The service can cancel a login. */
  readonly canCancel: boolean;
  /** Called when the login has ended. */
  readonly ended: () => void;
}

/** Shows a login in the live view. Exit 9 when the person leaves it before the end: the login keeps running. */
export async function followInView(body: Login, { io, lifetime }: Screen, login: ViewedLogin): Promise<Result> {
  const { call, done, exit, note, request } = body;
  const { params } = request;
  const connection = login.running ?? (await call("authConnections.get", { params }));
  const left = new AbortController();
  const session = new ViewSession(
    body,
    { ...login, domain: connection.domain },
    AbortSignal.any([lifetime.signal, left.signal]),
    () => io.now(),
  );
  const { showLogin } = await import("../../../../tui/login/show.ts");
  let how: ViewEnd;
  try {
    how = await showLogin({
      io,
      signal: lifetime.signal,
      title: { domain: connection.domain, profile: connection.profile_name, id: params.id },
      items: session.items(),
      maxLength: MAX_VALUE_CHARACTERS,
      readExpiry: () => session.readExpiry(),
      watchDoing: (show) => session.watchDoing(show),
      onAnswer: (asked, answer) => session.answer(asked, answer),
      onOpen: (url) => openLink(url, note, "open it yourself"),
      ...(login.canCancel && { onCancel: async () => void (await call("local.cancelLogin", { params })) }),
    });
  } finally {
    left.abort();
  }
  if (how === "interrupted") {
    // In the view Ctrl-C was a key and not a signal. The terminal is restored now, so a second Ctrl-C ends the process
    // at once.
    lifetime.abort(new InterruptedError("SIGINT"));
    lifetime.signal.throwIfAborted();
  }
  const { last } = session;
  if (!last) {
    note(keepsRunning(params.id, login.canCancel));
    return exit(exitCode("outcome-unknown"));
  }
  login.ended();
  const leftDomain = foreignSentence(await foreignOrigins(body, params.id));
  if (leftDomain !== undefined) note(leftDomain);
  await requireSuccess(body, last);
  return done(loggedInSentence(connection), last.state);
}

/** One login as the view sees it. */
class ViewSession {
  readonly #body: Login;
  readonly #login: ViewedLogin & { readonly domain: string };
  readonly #signal: AbortSignal;
  readonly #now: () => number;
  readonly #inputs = new Map<string, RequestedInput>();
  /** Milliseconds by which the service's clock is behind the local clock, once known. */
  #behindMs: number | undefined;
  /** The login with its final state. */
  last: FollowedLogin | undefined;

  constructor(body: Login, login: ViewedLogin & { readonly domain: string }, signal: AbortSignal, now: () => number) {
    this.#body = body;
    this.#login = login;
    this.#signal = signal;
    this.#now = now;
  }

  /** Items for the view. Pauses that flags can answer are answered here and not shown. */
  async *items(): AsyncGenerator<readonly LoginItem[]> {
    const stream = followLogin(this.#body, this.#body.request.params.id, { signal: this.#signal });
    const answered = new Set<string>();
    try {
      for (;;) {
        const { done, value } = await stream.next();
        if (done) {
          this.last = value;
          return;
        }
        for (const item of value) {
          if (item.kind === "gap") yield [{ kind: "note", text: item.reason }];
          else if (item.kind !== "event") yield [item];
          else {
            const event = item.value as AuthConnectionsEventsEvent;
            if (event.event === "error") yield [{ kind: "note", text: event.error.message || event.error.code }];
            if (event.event === "managed_auth_state") yield* this.#phases(event, answered);
          }
        }
      }
    } finally {
      await stream.return(undefined as never);
    }
  }

  async *#phases(state: StateEvent, answered: Set<string>): AsyncGenerator<readonly LoginItem[]> {
    this.#noteTime(state);
    const pause = pauseOf(state);
    const phase = phaseOf(state, this.#login.domain);
    if (pause === undefined || answered.has(pause)) {
      yield [{ kind: "phase", phase }];
      return;
    }
    const { submission } = this.#inputs.has(pause) ? {} : this.#login.answers.answer(state);
    if (submission) {
      yield [{ kind: "phase", phase }];
      const problem = await this.#submit(submission);
      if (!problem) {
        answered.add(pause);
        return;
      }
      yield [{ kind: "note", text: problem.text }];
    }
    const input = requestedInput(state);
    this.#inputs.set(pause, input);
    yield [{ kind: "phase", phase: { ...phase, asked: askedOf(pause, input, state) } }];
  }

  /** Submits what a person entered. */
  answer({ pause }: Asked, answer: LoginAnswer): Promise<AnswerProblem | undefined> {
    const input = this.#inputs.get(pause);
    if (!input) throw new Error("an answer belongs to what was asked");
    return this.#submit(submissionOf(input, answer));
  }

  async #submit(submission: Submission): Promise<AnswerProblem | undefined> {
    const { call, request } = this.#body;
    try {
      const { accepted } = await call("authConnections.submit", { params: request.params, body: submission });
      return accepted ? undefined : { text: "the service did not accept the answer", fields: {} };
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      // The pause is over: somebody else answered, or the page moved on by itself. The next state shows it.
      if (error.options.httpStatus === 409) return undefined;
      return { text: error.message, fields: fieldProblems(error) };
    }
  }

  /** Follows what a local service does in the login; a hosted one does not say it. Never rejects. */
  async watchDoing(show: (sentence: string | undefined) => void): Promise<void> {
    if (!this.#login.canCancel) return;
    const { call, request } = this.#body;
    const { params } = request;
    for (let query = {}; ; ) {
      const progress = await call("local.loginProgress", { params, query }, { signal: this.#signal }).catch(() => null);
      if (!progress) return;
      show(progress.doing);
      if (progress.over) return;
      query = { after: progress.cursor, wait_seconds: PROGRESS_SECONDS };
    }
  }

  /** Time at which the login expires, which moves with each pause, by this machine's clock. */
  async readExpiry(): Promise<number | undefined> {
    const { call, request } = this.#body;
    const { params } = request;
    const record = await call("authConnections.get", { params }, { signal: this.#signal }).catch(() => undefined);
    const at = epochMs(record?.flow_expires_at ?? undefined);
    return Number.isNaN(at) ? undefined : at + (this.#behindMs ?? 0);
  }

  /** Compares the clocks. The first state of a login that was already running is old and tells nothing. */
  #noteTime({ timestamp }: StateEvent): void {
    const at = epochMs(timestamp);
    if (Number.isNaN(at)) return;
    const isOld = this.#behindMs === undefined && this.#login.running !== undefined;
    this.#behindMs = isOld ? 0 : this.#now() - at;
  }
}

/** A state for the view, without the input it requests. */
function phaseOf(state: StateEvent, domain: string): LoginPhase {
  const { flow_status, flow_step, hosted_url, live_view_url, website_error } = state;
  const asked = askedText(state);
  const isOver = flow_status !== "IN_PROGRESS";
  const doing = isOver ? undefined : stepSentence(flow_step, domain);
  return {
    step: `${flow_step} ${state.interaction_id ?? ""}`,
    title: flow_step === "AWAITING_INPUT" && asked !== "" ? `Waiting for ${asked}` : stepTitle(flow_step),
    ...(doing !== undefined && { doing }),
    ...(website_error && pauseOf(state) !== undefined && { websiteError: website_error }),
    ...(hosted_url && { hostedUrl: hosted_url }),
    ...(live_view_url && { liveViewUrl: live_view_url }),
    ...(isOver && { end: flow_status === "SUCCESS" ? "success" : "failure" }),
  };
}

function askedOf(pause: string, input: RequestedInput, state: LoginState): Asked {
  const details = new Map((state.choices ?? []).map((choice) => [choice.id, choice]));
  return {
    pause,
    fields: input.fields.map(({ hint, id, label, rejected, required, secret }) => {
      return { id, label, hint, secret, required, rejected };
    }),
    choices: input.choices.map(({ destination, id, label }) => {
      const { context, description } = details.get(id) ?? {};
      // The label may already contain it.
      const note = [destination, description, context].filter((text) => text && !label.includes(text)).join(", ");
      return { id, label, ...(note !== "" && { note }) };
    }),
    ...(state.flow_step === "AWAITING_EXTERNAL_ACTION" && { action: state.external_action_message ?? "" }),
  };
}

function submissionOf(input: RequestedInput, answer: LoginAnswer): Submission {
  switch (answer.kind) {
    case "done":
      return {};
    case "values":
      return valuesSubmission(input, answer.values);
    case "choice": {
      const choice = input.choices.find(({ id }) => id === answer.id);
      if (!choice) throw new Error("a choice is one of those offered");
      return choiceSubmission(input, choice);
    }
  }
}

/** Problems that the service found, by the id of their field. */
function fieldProblems({ options }: CliError): Record<string, string> {
  const found = (options.details ?? []).flatMap(({ message = "" }) => {
    const [, id, problem] = /^(?:field_values|fields)\.([^:]+): (.*)$/s.exec(message) ?? [];
    return id === undefined || problem === undefined ? [] : [[id, problem] as const];
  });
  return Object.fromEntries(found);
}
