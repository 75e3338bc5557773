import type { OperationById } from "../../contract/index.ts";
import { FLOW_MINUTES } from "../../contract/login-flows.ts";
import type { BodyOf } from "../../contract/operation.ts";
import { untilAborted } from "../../core/abort.ts";
import type { Clock, Scheduled } from "../clock.ts";
import { newId } from "../ids.ts";
import type { LoginAnswers, LoginDialog, LoginQuestion } from "../login/flow/flow-types.ts";
import { ownText, type RedactedText } from "../login/values/known-values.ts";
import { ResourceError } from "../store/resource-error.ts";
import { type Interaction, readAnswers } from "./interaction.ts";
import type { PauseStep } from "./timeline-table.ts";

type SubmitBody = BodyOf<OperationById<"authConnections.submit">>;

const WHOLE_MS = FLOW_MINUTES.whole * 60_000;
const INPUT_MS = FLOW_MINUTES.input * 60_000;

/** Step at which the service works. */
type WorkingStep = "DISCOVERING" | "SUBMITTING";

interface Working {
  readonly status: "IN_PROGRESS";
  readonly step: WorkingStep;
}

/** Pause that waits for a person. */
interface Paused {
  readonly status: "IN_PROGRESS";
  readonly step: PauseStep;
  readonly interaction: Interaction;
}

interface Succeeded {
  readonly status: "SUCCESS";
  readonly step: "COMPLETED";
  readonly postLoginUrl: RedactedText;
}

/** End without a login; its step is the last one at which the service worked. */
interface Unsuccessful {
  readonly status: "FAILED" | "EXPIRED" | "CANCELED";
  readonly step: WorkingStep;
  readonly error: { readonly code: string; readonly message: string };
}

/** State of a flow at one time. Its members cannot contradict each other, and records and events are made from it. */
export type FlowState = (Working | Paused | Succeeded | Unsuccessful) & {
  /** RFC 3339. */
  readonly timestamp: string;
  /** Last error that the website has shown. */
  readonly websiteError?: RedactedText | undefined;
};

/** End of a flow. */
export type FlowEnd =
  | Omit<Succeeded, "step">
  | (Omit<Unsuccessful, "step"> & { readonly websiteError?: RedactedText | undefined });

/** State before its time is known. */
type NewState = (Working | Paused | Succeeded | Unsuccessful) & Pick<FlowState, "websiteError">;

/** Pause of a state; undefined while the flow works or is over. */
export function pauseOf(state: FlowState): Interaction | undefined {
  return "interaction" in state ? state.interaction : undefined;
}

export interface NewFlow {
  readonly connectionId: string;
  /** Id of its entry in the timeline. */
  readonly entryId: string;
  readonly type: "LOGIN" | "REAUTH";
  readonly clock: Clock;
  /** Called with each state after the first, before anybody else gets it. */
  readonly onState: (state: FlowState) => void;
}

/** Reason with which the work of a flow is aborted once the flow has ended. */
export class FlowOver extends Error {
  override readonly name = "FlowOver";
}

interface Pending {
  readonly interaction: Interaction;
  readonly answer: (answers: LoginAnswers) => void;
}

/** One login of a connection: its states, and the pauses that a person answers. It ends exactly once. */
export class LoginFlow implements LoginDialog {
  readonly id = newId();
  readonly connectionId: string;
  readonly entryId: string;
  readonly type: "LOGIN" | "REAUTH";
  /** True when a screenshot of its failure is kept, under the id of its entry. */
  hasPicture = false;
  readonly #clock: Clock;
  readonly #onState: (state: FlowState) => void;
  readonly #over = new AbortController();
  readonly #states: FlowState[];
  readonly #wholeExpiry: Scheduled;
  /** Milliseconds since 1970. */
  readonly #startedAt: number;
  #inputExpiry: Scheduled | undefined;
  #inputExpiresAt: number | undefined;
  #pending: Pending | undefined;
  #workingStep: WorkingStep = "DISCOVERING";
  #changed = Promise.withResolvers<void>();
  #changes = 0;
  #doing: RedactedText | undefined;
  #isCompleting = false;

  constructor({ connectionId, entryId, type, clock, onState }: NewFlow) {
    this.connectionId = connectionId;
    this.entryId = entryId;
    this.type = type;
    this.#clock = clock;
    this.#onState = onState;
    this.#startedAt = clock.now();
    this.#states = [{ timestamp: clock.timestamp(), status: "IN_PROGRESS", step: "DISCOVERING" }];
    this.#wholeExpiry = clock.schedule(WHOLE_MS, () =>
      this.#expire(`did not end within ${FLOW_MINUTES.whole} minutes`),
    );
  }

  get state(): FlowState {
    return this.#states.at(-1) as FlowState;
  }

  get isOver(): boolean {
    return this.state.status !== "IN_PROGRESS";
  }

  /** Sentence for the present work of the service, without a full stop; undefined in a pause, and where only the step is known. */
  get doing(): RedactedText | undefined {
    return pauseOf(this.state) ? undefined : this.#doing;
  }

  /** Identity of the present state with what the service does in it. */
  get cursor(): string {
    return `${this.id}-${this.#changes}`;
  }

  /** Aborted at the end of the flow, with a {@link FlowOver}. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Earliest time of the flow's expiry, in milliseconds since 1970. */
  get expiresAt(): number {
    const whole = this.#startedAt + WHOLE_MS;
    return Math.min(whole, this.#inputExpiresAt ?? whole);
  }

  step(step: WorkingStep): void {
    if (this.isOver || this.state.step === step) return;
    this.#workingStep = step;
    this.#push({ status: "IN_PROGRESS", step, websiteError: this.state.websiteError });
  }

  /** Sets the sentence for the work of the service, until the next step. */
  say(doing: RedactedText): void {
    if (this.isOver || doing === this.#doing) return;
    this.#doing = doing;
    this.#notify();
  }

  async ask(question: LoginQuestion, over: AbortSignal): Promise<LoginAnswers> {
    this.signal.throwIfAborted();
    const interaction = { id: newId(), question };
    const answered = Promise.withResolvers<LoginAnswers>();
    this.#pending = { interaction, answer: answered.resolve };
    this.#inputExpiresAt = this.#clock.now() + INPUT_MS;
    this.#inputExpiry = this.#clock.schedule(INPUT_MS, () =>
      this.#expire(`waited ${FLOW_MINUTES.input} minutes for input`),
    );
    const step = question.kind === "external" ? "AWAITING_EXTERNAL_ACTION" : "AWAITING_INPUT";
    this.#push({ status: "IN_PROGRESS", step, interaction, websiteError: question.websiteError });
    try {
      return await untilAborted(answered.promise, AbortSignal.any([over, this.signal]));
    } finally {
      this.#inputExpiry.cancel();
      this.#inputExpiresAt = undefined;
      this.#pending = undefined;
    }
  }

  /**
   * Answers the current pause (contract 2.13). Throws a {@link ResourceError} `conflict` without a pause or for another
   * one, `invalid` for the input.
   */
  submit(body: SubmitBody): void {
    const pending = this.#pending;
    if (!pending) throw conflict(`the login does not wait for input: it is ${this.#position()}`);
    const answers = readAnswers(pending.interaction, body);
    // The second of two clients is too late.
    this.#pending = undefined;
    this.step("SUBMITTING");
    pending.answer(answers);
  }

  /** Marks that the website has accepted the login: the flow then takes no more input and is not interrupted. */
  complete(): void {
    this.#isCompleting = true;
    this.#wholeExpiry.cancel();
    this.step("SUBMITTING");
    this.say(ownText("Logged in; saving the profile"));
  }

  /** Cancels the flow. Throws a {@link ResourceError} `conflict` for a flow that is over or about to end. */
  cancel(message: string): void {
    if (this.isOver) throw conflict(`no login runs: the last one is ${this.#position()}`);
    if (this.#isCompleting) throw conflict("the website has accepted the login already; it is about to end");
    this.end({ status: "CANCELED", error: { code: "canceled", message } });
  }

  /** Ends the flow. Does nothing when it has ended. */
  end(end: FlowEnd): void {
    if (this.isOver) return;
    this.#wholeExpiry.cancel();
    if (end.status === "SUCCESS") {
      this.#push({ ...end, step: "COMPLETED" });
      this.#over.abort(new FlowOver("the login has ended"));
      return;
    }
    const { websiteError = this.state.websiteError } = end;
    this.#push({ ...end, step: this.#workingStep, websiteError });
    this.#over.abort(new FlowOver(end.error.message));
  }

  /** States from the current one on, each once, until the flow ends. */
  async *follow(signal: AbortSignal): AsyncGenerator<FlowState> {
    for (let at = this.#states.length - 1; ; ) {
      const state = this.#states[at];
      if (!state) {
        await untilAborted(this.#changed.promise, signal);
        continue;
      }
      yield state;
      if (state.status !== "IN_PROGRESS") return;
      at += 1;
    }
  }

  /** Yields at once, and after each change of the state or of what the service does, until the flow ends. */
  async *changes(signal: AbortSignal): AsyncGenerator<void> {
    for (;;) {
      const { promise } = this.#changed;
      yield;
      if (this.isOver) return;
      await untilAborted(promise, signal);
    }
  }

  #push(state: NewState): void {
    this.#states.push({ ...state, timestamp: this.#clock.timestamp() });
    this.#doing = undefined;
    this.#onState(this.state);
    this.#notify();
  }

  #notify(): void {
    this.#changes += 1;
    const changed = this.#changed;
    this.#changed = Promise.withResolvers();
    changed.resolve();
  }

  #expire(why: string): void {
    const message = `the login ${why}; log in again`;
    this.end({ status: "EXPIRED", error: { code: "expired", message } });
  }

  #position(): string {
    return this.isOver ? this.state.status : this.state.step;
  }
}

function conflict(message: string): ResourceError {
  return new ResourceError("conflict", message);
}
