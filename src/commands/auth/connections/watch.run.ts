import type { BodyOf, Check, Run } from "../../../cli/declare/body.ts";
import type { Printed } from "../../../cli/declare/spec.ts";
import type { Problem } from "../../../core/errors.ts";
import { Styled, styled } from "../../../core/styled.ts";
import { timeOfDay } from "../../../core/timestamp.ts";
import { EventLines } from "../../lib/follow/event-lines.ts";
import { reconnectProblems } from "../../lib/follow/log-problems.ts";
import { printLog } from "../../lib/follow/print-log.ts";
import type { FollowedItem } from "../../lib/follow/subject.ts";
import { foreignOrigins, foreignSentence, requireSuccess, withForeignOrigins } from "./lib/login-facts.ts";
import { followLogin, isUnknownStatus, type LoginState, loginSubject } from "./lib/login-subject.ts";
import { answerCommands } from "./lib/requested-input.ts";
import { stateLine } from "./lib/state-words.ts";
import type { authConnectionsWatch } from "./watch.ts";

type Watch = BodyOf<typeof authConnectionsWatch>;

export const check: Check<typeof authConnectionsWatch> = ({ flags, output }) => {
  const problems: Problem[] = reconnectProblems(flags);
  if (!["text", "json", "jsonl"].includes(output)) {
    problems.push({ path: "--output", message: `must be jsonl, not ${output}: states are lines` });
  }
  return problems;
};

/** Prints the states of a login until it has ended (contract 3.2). */
export const run: Run<typeof authConnectionsWatch> = async (body) => {
  const { id } = body.request.params;
  if (body.wantsValue || !body.tty.stdout) {
    return printLog({ ...body, wantsValue: true }, loginSubject(id), events(body));
  }
  return body.items(stateLines(body), (printed) => printed);
};

/** Events of the login. Returns exit 0; throws exit 8 when it ended without success. */
async function* events(body: Watch): AsyncGenerator<readonly FollowedItem[], number> {
  const items = follow(body);
  try {
    for (;;) {
      const { done, value } = await items.next();
      if (done) {
        await requireSuccess(body, value);
        return 0;
      }
      yield await Promise.all(value.map((item) => withLeftDomain(body, item)));
    }
  } finally {
    await items.return(undefined as never);
  }
}

/** The final state with the origins outside of the connection's domain; other items as they are. */
async function withLeftDomain(body: Watch, item: FollowedItem): Promise<FollowedItem> {
  if (item.kind !== "event" || item.value.event !== "managed_auth_state") return item;
  const value = await withForeignOrigins(body, body.request.params.id, item.value);
  return value === item.value ? item : { ...item, value, raw: JSON.stringify(value) };
}

function follow(body: Watch) {
  const { idleTimeout: idleTimeoutMs, maxReconnects } = body.flags;
  return followLogin(body, body.request.params.id, { idleTimeoutMs, maxReconnects });
}

/** Each new state as a line; gaps and reconnections go to stderr. */
async function* stateLines(body: Watch): AsyncGenerator<Printed, number> {
  const notices = new EventLines(body, loginSubject(body.request.params.id), { stream: "stderr" });
  const states = new StatePrinter(body);
  const items = follow(body);
  try {
    for (;;) {
      const { done, value } = await items.next();
      if (done) {
        yield* states.print(value.state, undefined);
        const left = foreignSentence(await foreignOrigins(body, value.id));
        if (left !== undefined) body.note(left);
        await requireSuccess(body, value);
        return 0;
      }
      for (const item of value) {
        if (item.kind !== "event" || item.value.event !== "managed_auth_state") yield* notices.of([item]);
        else yield* states.print(item.value, item.value.timestamp);
      }
    }
  } finally {
    await items.return(undefined as never);
  }
}

/** Prints states that differ from the previous one, in words. */
class StatePrinter {
  readonly #body: Watch;
  #last: string | undefined;
  #answered: string | undefined;

  constructor(body: Watch) {
    this.#body = body;
  }

  async *print(state: LoginState, timestamp: string | undefined): AsyncGenerator<Printed> {
    const { flow_status: status, flow_step: step, interaction_id } = state;
    const words = isUnknownStatus(status)
      ? `${status}, which this version does not know: ${stateLine(state)}`
      : stateLine(state);
    const shown = JSON.stringify([status, step, interaction_id, words]);
    if (shown === this.#last) return;
    this.#last = shown;
    // The error of a failure gives its reason.
    if (status === "IN_PROGRESS" || status === "SUCCESS" || isUnknownStatus(status)) {
      const time = timestamp === undefined ? "" : `${timeOfDay(timestamp)}  `;
      yield { to: "stdout", data: styled`${time}${await this.#painted(words, status)}\n` };
    }
    for (const line of this.#answers(state)) this.#body.note(line);
  }

  async #painted(words: string, status: string | null | undefined): Promise<Styled> {
    const safe = Styled.line(words);
    return status === "SUCCESS" ? (await this.#body.palette()).good(safe) : safe;
  }

  /** Commands that answer the login, once for each pause. */
  #answers(state: LoginState): string[] {
    const commands = answerCommands(this.#body.request.params.id, state);
    const pause = JSON.stringify([state.interaction_id, commands]);
    if (state.flow_status !== "IN_PROGRESS" || commands.length === 0 || pause === this.#answered) return [];
    this.#answered = pause;
    const page = state.hosted_url ? [`or in a web browser: ${state.hosted_url}`] : [];
    return ["answer it with:", ...commands, ...page].map((line, at) => (at === 0 ? line : `  ${line}`));
  }
}
